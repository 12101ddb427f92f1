"""The person's own client, a process at the terminal.

It is a bot of the SDK like any other, that asks a person what to do. Its one argument is JSON: see
`Arrangement`. It exits with 0 when the person leaves, and with 130 after Ctrl-C.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import time
import traceback
from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.text import Text

from bumblepuppy_sdk.bot import Bot
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.games.words import rules_in_words
from bumblepuppy_sdk.running import run
from bumblepuppy_tournaments.exit_codes import ExitCode
from bumblepuppy_tournaments.person.choosing import Left, choose, is_wanted
from bumblepuppy_tournaments.person.table import NO_CLOCK, draw, draw_result, latest
from bumblepuppy_tournaments.person.terminal import Terminal
from bumblepuppy_tournaments.person.words import Words, say
from bumblepuppy_tournaments.telling.rules import WIDTH, page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.games.base import Result
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_sdk.games.view import View
    from bumblepuppy_sdk.games.words import RulesInWords

_LAST_EVENTS: Final = 8
"""Lines that tell how a game came to its end."""
_OVERTIME: Final = 0.1
"""Seconds after which a person who is late is late for the referee as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """What the person's client is told."""

    language: str
    circle: list[str]
    """The players' names in the order of play, the person first."""
    ready: int
    """The file to which a byte is written whenever another game is wanted."""

    def to_json(self) -> str:
        """Write it down."""
        return json.dumps(asdict(self))


@contextlib.contextmanager
def _or_leave() -> Iterator[None]:
    """End this process when the person leaves, or something fails: the SDK would play on."""
    try:
        yield
    except (Left, EOFError):
        Person.terminal.show(Text(say(Person.arrangement.language, "bye")))
        sys.exit(ExitCode.DONE)
    except OSError:  # the terminal is gone, and nobody reads any more
        os._exit(ExitCode.INTERRUPTED)
    except Exception:  # noqa: BLE001 - a mistake of ours, whatever it is: it is shown, and ends all
        traceback.print_exc()
        sys.exit(ExitCode.FAILED)


class Person(Bot):
    """A person in a seat of a game."""

    arrangement: ClassVar[Arrangement]
    terminal: ClassVar[Terminal]
    firsts: ClassVar[Counter[str]] = Counter()
    """The little score: by name, first places so far."""
    games: ClassVar[int] = 0
    """How many games that makes."""

    def __init__(self) -> None:
        """Sit down."""
        circle, seat = self.arrangement.circle, self.game.seat
        self._game = load_game(self.game.game)
        self._words = Words(
            language=self.arrangement.language,
            suits=self._game.suits(self.game.options),
            names=[circle[(other - seat) % len(circle)] for other in range(len(circle))],
            me=seat,
        )
        self._news: list[str] = []
        self._view: View[Any] | None = None
        self._until: float | None = None

    @_or_leave()
    def on_start(self) -> None:
        """Welcome the person."""
        if not self.games:
            others = ", ".join(self.arrangement.circle[1:])
            self.say(self._words.say("welcome", game=self._rules().title, others=others))

    @_or_leave()
    def on_event(self, event: Event) -> None:
        """Take note of what is to be told."""
        if told := self._words.tell(event):
            self._news.append(told)

    @_or_leave()
    def play(self, view: View[Any]) -> Action:
        """Show the table, and have the person choose."""
        self._view = view
        seconds = view.time.move + view.time.bank
        self._until = None if seconds >= NO_CLOCK else time.monotonic() + seconds + _OVERTIME
        self.show_table()
        self.terminal.forget_typed()
        try:
            return choose(view.legal, self, self._words)
        except TimeoutError:
            self.say(self._words.say("late"))
            return view.legal[0]  # too late to count: it shows the referee that somebody is here
        finally:
            self._news.clear()
            self._until = None

    @_or_leave()
    def on_result(self, result: Result) -> None:
        """Show how it ended, keep the score, and ask whether there is to be another game."""
        words = self._words
        self.terminal.show("", *latest(self._news, words, self.terminal.width, _LAST_EVENTS))
        self.say(words.say("result", reason=words.reason(result.reason)))
        self.terminal.show(draw_result(result, words))
        self._keep_score(result)
        if not is_wanted(self.ask, self.say, words):
            raise Left
        self.say(words.say("dealing"))
        os.write(self.arrangement.ready, b"\n")

    def _keep_score(self, result: Result) -> None:
        cls, words = type(self), self._words
        cls.games += 1
        cls.firsts.update(
            name for name, place in zip(words.names, result.places, strict=True) if place == 1
        )
        firsts = ", ".join(f"{name} {cls.firsts[name]}" for name in self.arrangement.circle)
        self.say(f"{words.say('score', games=cls.games)} {firsts}")

    # --- what is asked and shown ---

    def ask(self, question: str) -> str:
        """Ask for a line, as long as there is time."""
        return self.terminal.ask(question, self._until)

    def say(self, line: str) -> None:
        """Show a line."""
        self.terminal.show(Text(line))

    def show_table(self) -> None:
        """Show how the game stands, and what has happened."""
        assert self._view is not None, "there is a view when something is asked"
        size = self.terminal.width, self.terminal.height
        self.terminal.show(*draw(self._view, self._news, self._words, *size))

    def show_rules(self) -> None:
        """Show the rules as they are in this game."""
        width = min(self.terminal.width, WIDTH)
        self.terminal.show_page([*page(self._rules(), width)], self._words.say("more"))

    def _rules(self) -> RulesInWords:
        return rules_in_words(self._game, self.game.options, self.arrangement.language)


def main() -> None:
    """Play as the person at this terminal."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    Person.arrangement = Arrangement(**json.loads(sys.argv[1]))
    Person.terminal = Terminal()
    run(Person)


if __name__ == "__main__":
    main()
