"""What a person sees: the command line at a terminal of 80 columns and 24 rows."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import termios
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pytest
from rich.cells import cell_len

from command_line import (
    BOTS,
    MARK,
    NAMES,
    PATIENCE,
    PROGRAM,
    needs_proc,
    processes_of,
    run,
    start,
    write_bot,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COLUMNS: Final = 80
CTRL_C: Final = b"\x03"
CONTROL: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
UP: Final = re.compile(r"(?:\x1b\[2K\x1b\[1A)+\x1b\[2K|\x1b\[1A\x1b\[2K")
ON_TTY: Final = 'exec "$0" "$@" <"$TTY" >"$TTY" 2>&1'
"""For a shell that leads a session: the terminal that it opens becomes its own."""


@dataclass(frozen=True, slots=True)
class Session:
    """What a command wrote to its terminal."""

    code: int
    text: str
    is_restored: bool
    """Whether the terminal passes keys on as it did before."""

    @property
    def last_screen(self) -> list[str]:
        """The lines that stand there at the end, as far back as anything was drawn anew."""
        return CONTROL.sub("", UP.split(self.text)[-1]).splitlines()


def at_terminal(
    *words: str,
    folder: Path,
    type_when: Callable[[str], bytes | signal.Signals | None] = lambda _: None,
) -> Session:
    """Run `bumblepuppy` at a terminal; `type_when` sees what is shown, and may type or kill."""
    ours, theirs = os.openpty()
    before = termios.tcgetattr(theirs)
    termios.tcsetwinsize(theirs, (24, COLUMNS))
    env = {**os.environ, MARK: str(folder), "TTY": os.ttyname(theirs), "TERM": "xterm-256color"}
    for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):
        env.pop(name, None)
    command = ("sh", "-c", ON_TTY, PROGRAM, *words)
    text = b""
    with subprocess.Popen(command, cwd=folder, env=env, start_new_session=True) as process:
        try:
            while data := _read(ours, process):
                text += data
                typed = type_when(text.decode("utf-8", "replace"))
                if isinstance(typed, signal.Signals):
                    process.send_signal(typed)
                elif typed:
                    os.write(ours, typed)
            is_restored = termios.tcgetattr(theirs) == before
        finally:
            process.kill()
            os.close(ours)
            os.close(theirs)
    return Session(process.returncode, text.decode(), is_restored)


def _read(terminal: int, process: subprocess.Popen[bytes]) -> bytes:
    """Read what has been written; nothing means that the process has ended."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        has_ended = process.poll() is not None
        if select.select([terminal], [], [], 0 if has_ended else 0.05)[0]:
            return os.read(terminal, 65536)
        if has_ended:
            return b""
    raise TimeoutError("nothing more is shown")


SHORT: Final = ("run-tournament", "--games", "40", "--seed", "1", *BOTS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tournament is played that the tests share."""
    return tmp_path_factory.mktemp("terminal")


@pytest.fixture(scope="module")
def session(folder: Path) -> Session:
    """A tournament that was watched to its end."""
    return at_terminal(*SHORT, folder=folder)


def test_the_last_screen_fits_and_shows_every_bot(session: Session) -> None:
    *above, _, head, first, second, third, fourth, secret = session.last_screen
    assert all(cell_len(line) <= COLUMNS for line in session.last_screen[:-1])
    assert "40/40 games" in "\n".join(above)
    assert head.split()[:4] == ["name", "μ", "±", "σ"]  # noqa: RUF001 (Greek is meant)
    assert {row.split()[1] for row in (first, second, third, fourth)} == set(NAMES)
    assert secret.startswith("All games are played. The secret of the deals: ")


def test_the_table_is_drawn_anew_in_its_place(session: Session) -> None:
    assert session.code == 0
    assert UP.search(session.text)
    assert "waiting for the bots" in session.text
    assert not any("waiting" in line for line in session.last_screen)


def test_a_tournament_that_is_over_is_shown_again_when_it_is_run_again(
    session: Session, folder: Path
) -> None:
    again = at_terminal(*SHORT, folder=folder)
    assert again.code == session.code == 0
    assert "All 40 games in rolling-stone.sqlite are played" in again.text
    table = session.last_screen[-6:-1]
    assert [line.rstrip() for line in again.last_screen[-6:-1]] == [row.rstrip() for row in table]


def test_the_cursor_is_shown_again_at_the_end(session: Session) -> None:
    assert session.text.rindex("\x1b[?25h") > session.text.rindex("\x1b[?25l")


@needs_proc
def test_ctrl_c_twice_leaves_the_screen_in_order_and_no_process(tmp_path: Path) -> None:
    write_bot(tmp_path / "slow.py", ["time.sleep(0.9)", "return view.legal[0]"])
    typed: list[str] = []

    def interrupt(text: str) -> bytes | None:
        for sign in ("0/1000 games", "Ctrl-C again: at once."):
            if sign in text and sign not in typed:
                typed.append(sign)
                return CTRL_C
        return None

    words = ("run-tournament", "--bot", "eve=slow.py", *BOTS[2:])
    session = at_terminal(*words, folder=tmp_path, type_when=interrupt)
    assert session.code == 130
    assert len(typed) == 2
    assert "Stopping at once." in session.text
    assert "Traceback" not in session.text
    assert session.text.rindex("\x1b[?25h") > session.text.rindex("\x1b[?25l")
    assert processes_of(tmp_path) == []


def test_a_command_to_be_copied_is_not_broken_into_lines(tmp_path: Path) -> None:
    done = False

    def interrupt(text: str) -> bytes | None:
        nonlocal done
        if not done and re.search(r"[1-9]\d*/1000 games", text):
            done = True
            return CTRL_C
        return None

    session = at_terminal("run-tournament", *BOTS, folder=tmp_path, type_when=interrupt)
    assert session.code == 130
    assert "Traceback" not in session.text
    command = session.last_screen[-1].strip()
    assert len(command) > COLUMNS
    assert command.endswith("random_bot'")


def test_the_rules_fit_and_their_titles_stand_out(tmp_path: Path) -> None:
    session = at_terminal("rules", "rumba", "--lang", "de", folder=tmp_path)
    assert session.code == 0
    assert max(map(cell_len, session.last_screen)) <= COLUMNS
    assert "\x1b[1mRU-4 Ziehen\x1b[0m" in session.text


@pytest.mark.parametrize(
    "command",
    [
        "run-tournament",
        "standings",
        "games",
        "replay",
        "export",
        "import",
        "rules",
        "check",
        "submit",
    ],
)
def test_the_help_fits_and_has_examples(tmp_path: Path, command: str) -> None:
    session = at_terminal(command, "--help", folder=tmp_path)
    assert session.code == 0
    lines = session.last_screen
    assert all(cell_len(line) <= COLUMNS for line in lines)
    examples = lines.index(next(line for line in lines if line.strip() == "Examples:"))
    assert lines[examples + 1].strip().startswith(f"bumblepuppy {command}")


# --- a replay ---


def in_turn(folder: Path, words: str, *then: tuple[str, bytes | signal.Signals]) -> Session:
    """Run `bumblepuppy`; when the next sign is shown, what stands beside it is typed."""
    waiting, seen = list(then), 0

    def react(text: str) -> bytes | signal.Signals | None:
        nonlocal seen
        if waiting and waiting[0][0] in CONTROL.sub("", text[seen:]):
            seen = len(text)
            return waiting.pop(0)[1]
        return None

    session = at_terminal(*words.split(), folder=folder, type_when=react)
    assert waiting == []
    return session


def replayed(folder: Path, *then: tuple[str, bytes | signal.Signals], speed: str = "0") -> Session:
    """Watch the first game, and type in turn."""
    return in_turn(folder, f"replay 0 --speed {speed}", *then)


def assert_in_order(session: Session) -> None:
    """Check that a replay has left the terminal as it found it."""
    assert session.is_restored
    assert session.text.rindex("\x1b[?1049l") > session.text.rindex("\x1b[?1049h")
    assert session.text.rindex("\x1b[?25h") > session.text.rindex("\x1b[?25l")
    assert "Traceback" not in session.text


def test_a_replay_steps_forward_and_back_by_keys(session: Session, folder: Path) -> None:
    assert session.code == 0
    ran = replayed(
        folder,
        ("⏸ 0/", b"n "),
        ("⏸ 2/", b"\x1b[D"),
        ("⏸ 1/", b"$"),
        ("The game is over", b"0"),
        ("⏸ 0/", b"q"),
    )
    assert ran.code == 0
    assert_in_order(ran)


def test_a_replay_plays_by_itself(session: Session, folder: Path) -> None:
    assert session.code == 0
    ran = replayed(folder, ("The game is over", b"q"), speed="1000")
    assert ran.code == 0
    assert "▶ 1/" in ran.text
    assert_in_order(ran)


@pytest.mark.parametrize(
    ("end", "code"), [(CTRL_C, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"]
)
def test_however_a_replay_ends_the_terminal_is_left_in_order(
    session: Session, folder: Path, end: bytes | signal.Signals, code: int
) -> None:
    assert session.code == 0
    ran = replayed(folder, ("⏸ 0/", end))
    assert ran.code == code
    assert_in_order(ran)


def test_a_replay_in_a_pipe_is_a_transcript_that_may_be_left_early(
    session: Session, folder: Path
) -> None:
    assert session.code == 0
    transcript = run("replay", "0", folder=folder)
    assert transcript.code == 0
    assert "\x1b" not in transcript.out
    assert transcript.out.splitlines()[-4].startswith("place 1 ")
    with start("replay", "0", folder=folder) as process:
        assert process.stdout
        process.stdout.close()
        assert process.stderr
        assert process.stderr.read() == ""
    assert process.returncode == 130


# --- a person's seat ---


@needs_proc
def test_a_person_corrects_slips_reads_the_rules_plays_and_leaves_nothing_behind(
    tmp_path: Path,
) -> None:
    session = in_turn(
        tmp_path,
        "play rumba --against tips --seed 1",
        ("Your choice, 1 to ", b"one\n"),
        ("Type a number from 1 to ", b"1\n"),
        ("Enter sends it", b"u\n"),
        ("Your choice, 1 to ", b"?\n"),
        ("Enter shows more, q ends: ", b"q\n"),
        ("Your choice, 1 to ", b"1\n"),
        ("Enter sends it", b"\n"),
        ("Your choice, 1 to ", CTRL_C),
    )
    assert session.code == 130
    assert session.is_restored
    assert "You play " in session.text
    assert "Traceback" not in session.text
    assert max(map(cell_len, CONTROL.sub("", session.text).splitlines())) <= COLUMNS
    assert processes_of(tmp_path) == []
