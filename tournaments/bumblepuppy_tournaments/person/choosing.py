"""How the person chooses: by number, and nothing is sent before it is confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_tournaments.person.words import Words


class Table(Protocol):
    """What the person sits at."""

    def ask(self, question: str) -> str:
        """Ask for a line."""

    def say(self, line: str) -> None:
        """Show a line."""

    def show_table(self) -> None:
        """Show once more how the game stands."""

    def show_rules(self) -> None:
        """Show the rules."""


class Left(Exception):  # noqa: N818 - a wish, not a failure
    """The person leaves the table."""


def choose(legal: Sequence[Action], table: Table, words: Words) -> Action:
    """Have the person choose an action, and confirm it.

    Raises:
        Left: the person would rather go.
    """
    last, chosen = len(legal), None
    while True:
        if chosen is None:
            question = words.say("choose", last=last)
        else:
            question = words.say("confirm", choice=words.act(chosen))
        typed = table.ask(question)
        if typed.isdecimal() and 1 <= int(typed) <= last:
            chosen = legal[int(typed) - 1]
        elif typed == "?":
            table.show_rules()
            table.show_table()
        elif typed.lower() == "q":
            raise Left
        elif not typed and chosen:
            return chosen
        elif typed.lower() == "u" and chosen:
            chosen = None
        else:
            table.say(words.say("expected_sent" if chosen else "expected", last=last))


def is_wanted(ask: Callable[[str], str], say: Callable[[str], None], words: Words) -> bool:
    """Ask whether there is to be another game."""
    while True:
        typed = ask(words.say("again")).lower()
        for answer, letters in ((True, (words.say("yes"), "y")), (False, (words.say("no"), "q"))):
            if typed in letters:
                return answer
        say(words.say("expected_yes"))
