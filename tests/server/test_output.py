"""A bot's output: the last is kept, the rest is counted, and the rate is bounded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bumblepuppy_server.output import LAST_LINES, LONGEST_LINE, RATE, TAIL, Output, last_lines

CHUNKS = st.lists(
    st.builds(
        lambda byte, size: bytes([byte]) * size, st.integers(0, 255), st.integers(1, 2 * TAIL)
    ),
    max_size=10,
)


@given(CHUNKS)
def test_the_last_is_kept_and_the_rest_is_counted(chunks: list[bytes]) -> None:
    output = Output()
    for chunk in chunks:
        output.add(chunk)
    printed = b"".join(chunks)
    assert output.dropped + len(printed[-TAIL:]) == len(printed)
    assert output.text == "".join(
        c if c.isprintable() or c in "\n\t" else "\ufffd"
        for c in printed[-TAIL:].decode("utf-8", "replace")
    )


@given(st.lists(st.tuples(st.integers(1, RATE), st.floats(0, 3)), max_size=30))
def test_a_reader_that_pauses_as_told_reads_no_faster_than_the_rate(
    steps: list[tuple[int, float]],
) -> None:
    output = Output()
    began = now = 1000.0
    total = 0
    for amount, idle in steps:
        now += idle
        total += amount
        now += output.pause(amount, now)
        assert total <= RATE * (now - began + 1) + 1


def test_who_prints_within_the_rate_never_waits() -> None:
    output = Output()
    assert [output.pause(RATE // 100, 1000 + n / 100) for n in range(1000)] == [0.0] * 1000


def test_the_last_lines_are_few_and_short() -> None:
    shown = last_lines("\n".join(f"{n} " + "x" * 1000 for n in range(100)) + "\n\n")
    lines = shown.split("\n")
    assert [line.split()[0] for line in lines] == [str(n) for n in range(100 - LAST_LINES, 100)]
    assert {len(line) for line in lines} == {LONGEST_LINE}


@pytest.mark.parametrize("output", ["", "\n", " \n\n"])
def test_of_nothing_nothing_is_shown(output: str) -> None:
    assert last_lines(output) == ""
