"""What waits to be sent, and when it goes. Nobody waits here: the clock is turned by hand."""

from __future__ import annotations

import threading
import time

import pytest

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk.outbox import LINGER, Outbox


class Hand:
    """The hand of a clock that stands still until something waits for it."""

    def __init__(self) -> None:
        self.at = 100.0
        self.waits: list[float | None] = []

    def __call__(self) -> float:
        return self.at

    def wait(self, timeout: float | None = None) -> bool:
        """Take the place of `Condition.wait`: let the time pass."""
        assert timeout is not None, "nothing waits to be sent: this would wait for ever"
        self.waits.append(timeout)
        self.at += timeout
        return False


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    hand = Hand()
    monkeypatch.setattr(time, "monotonic", hand)
    monkeypatch.setattr(threading.Condition, "wait", hand.wait)
    return hand


@pytest.fixture
def outbox(hand: Hand) -> Outbox:
    """An outbox whose hello has gone."""
    outbox = Outbox(pb.Hello(token="t"))
    next(outbox)
    assert hand.waits == []
    return outbox


def answer(number: int) -> bytes:
    return pb.Answer(game_id="g", decision=number).SerializeToString()


def decisions(message: bytes) -> list[int]:
    return [answer.decision for answer in pb.PlayRequest.FromString(message).answers]


def test_the_hello_goes_first_and_at_once(hand: Hand) -> None:
    outbox = Outbox(pb.Hello(token="t"))
    assert pb.PlayRequest.FromString(next(outbox)) == pb.PlayRequest(hello=pb.Hello(token="t"))
    assert hand.waits == []


def test_a_quick_answer_waits_for_company(outbox: Outbox, hand: Hand) -> None:
    outbox.answer(answer(1), flush=False)
    hand.at += LINGER / 2
    outbox.answer(answer(2), flush=False)
    assert decisions(next(outbox)) == [1, 2]


def test_an_answer_waits_no_longer_than_it_may(outbox: Outbox, hand: Hand) -> None:
    outbox.answer(answer(1), flush=False)
    assert decisions(next(outbox)) == [1]
    assert hand.waits == [pytest.approx(LINGER)]


def test_company_does_not_prolong_the_wait(outbox: Outbox, hand: Hand) -> None:
    outbox.answer(answer(1), flush=False)
    hand.at += LINGER * 0.9
    outbox.answer(answer(2), flush=False)
    next(outbox)
    assert hand.waits == [pytest.approx(LINGER * 0.1)]


def test_a_slow_answer_goes_at_once_and_takes_along_what_waits(outbox: Outbox, hand: Hand) -> None:
    outbox.answer(answer(1), flush=False)
    outbox.answer(answer(2), flush=True)
    assert decisions(next(outbox)) == [1, 2]
    assert hand.waits == []


def test_a_flush_sends_what_waits(outbox: Outbox, hand: Hand) -> None:
    outbox.answer(answer(1), flush=False)
    outbox.flush()
    assert decisions(next(outbox)) == [1]
    assert hand.waits == []


def test_a_flush_of_nothing_sends_nothing(outbox: Outbox) -> None:
    outbox.flush()
    outbox.close()
    with pytest.raises(StopIteration):
        next(outbox)


def test_an_echo_goes_at_once(outbox: Outbox, hand: Hand) -> None:
    outbox.answer(answer(1), flush=False)
    outbox.heartbeat(7)
    message = next(outbox)
    assert [beat.number for beat in pb.PlayRequest.FromString(message).heartbeats] == [7]
    assert decisions(message) == [1]
    assert hand.waits == []


def test_nothing_is_sent_twice(outbox: Outbox) -> None:
    outbox.answer(answer(1), flush=True)
    next(outbox)
    outbox.answer(answer(2), flush=True)
    assert decisions(next(outbox)) == [2]


def test_on_closing_what_waits_is_sent_and_nothing_after_it(outbox: Outbox, hand: Hand) -> None:
    outbox.answer(answer(1), flush=False)
    outbox.close()
    assert decisions(next(outbox)) == [1]
    with pytest.raises(StopIteration):
        next(outbox)
    assert hand.waits == []


def test_an_outbox_wakes_who_waits_in_another_thread() -> None:
    outbox = Outbox(pb.Hello())
    sent: list[bytes] = []
    thread = threading.Thread(target=lambda: sent.extend(outbox))
    thread.start()
    for number in range(50):
        outbox.answer(answer(number), flush=number % 3 == 0)
    outbox.close()
    thread.join(timeout=10)
    assert not thread.is_alive()
    assert [number for message in sent for number in decisions(message)] == list(range(50))
