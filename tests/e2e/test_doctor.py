"""`bumblepuppy doctor`: what a machine offers, in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from command_line import needs_proc, processes_of, run

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Ran


@pytest.fixture(scope="module")
def well(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """What is told of this machine, on which tournaments can be played."""
    return run("doctor", folder=tmp_path_factory.mktemp("well"))


def test_a_machine_that_can_play_tournaments_passes(well: Ran) -> None:
    assert (well.code, well.err) == (0, "")
    assert well.out.splitlines()[-1] == "Tournaments can be played."


def test_every_finding_has_a_line_that_tells_what_it_is_for(well: Ran) -> None:
    *findings, _ = well.out.splitlines()
    assert [line.split(":")[0][2:] for line in findings] == [
        *("Python", "gRPC", "processors", "memory", "open files", "clock", "Unix sockets"),
        *("/proc", "parent-death signal", "sandbox", "a game over gRPC"),
    ]
    for line in findings:
        if line.startswith("✓ "):
            assert line.endswith(")")
        else:
            assert line.startswith("✗ ")
            assert ". To mend it: " in line


@needs_proc
def test_a_game_was_played_and_no_process_is_left(well: Ran) -> None:
    assert any(
        line.startswith("✓ a game over gRPC: ") and " decisions in " in line
        for line in well.out.splitlines()
    )
    assert processes_of(well.folder) == []


def test_what_can_be_done_without_is_told_with_its_remedy(tmp_path: Path) -> None:
    ran = run("doctor", "--json", folder=tmp_path, env={"PATH": str(tmp_path)})
    (found,) = ran.objects
    assert (ran.code, found["doctor"], found["ready"]) == (0, 1, True)
    (sandbox,) = (finding for finding in found["findings"] if finding["name"] == "sandbox")
    assert sandbox == {
        "name": "sandbox",
        "ok": False,
        "found": "bubblewrap is not installed",
        "purpose": "bots without network, that see nothing of yours",
        "remedy": "install it (Debian, Ubuntu: sudo apt install bubblewrap)",
        "essential": False,
    }


def test_what_cannot_be_done_without_is_an_exit_code(tmp_path: Path) -> None:
    (tmp_path / "grpc.py").write_text("raise ImportError('no gRPC for this machine')")
    ran = run("doctor", folder=tmp_path, env={"PYTHONPATH": str(tmp_path)})
    assert ran.code == 1
    assert "\n✗ gRPC: grpcio " in ran.out
    assert "ImportError: no gRPC for this machine; needed for: " in ran.out
    assert "\n✗ a game over gRPC: " in ran.out
    assert ran.out.splitlines()[-1] == "Tournaments cannot be played yet."
