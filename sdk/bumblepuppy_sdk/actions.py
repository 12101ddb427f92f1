"""Actions: what a seat can do.

The actions of the two games are a small, closed set, so every one is made once, at import, and
handed out by table. Engines compare them by identity; bots get them in `view.legal` and give one
back. A third party's game makes its own, with words of its own for `kind`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.cards import FRENCH, GERMAN, SPANISH, Card, Suit, SuitSystem
from bumblepuppy_sdk.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Callable


class Kind(StrEnum):
    """What is done; the value is the word of the notation."""

    PLAY = "play"
    """Play `card`."""
    SLIP = "slip"
    """Play `card` of another suit and hope that nobody objects (RS-13)."""
    PICKUP = "pickup"
    """Take up the trick (RS-5)."""
    LET = "let"
    """Let a slip pass (RS-13)."""
    CHALLENGE = "challenge"
    """Challenge a slip (RS-13)."""
    DRAW = "draw"
    """Take a card from the stock (RU-4)."""
    PASS = "pass"  # noqa: S105 - a word of the game, not a password
    """Give up the turn, having drawn in vain (RU-4)."""
    STOP = "stop"
    """Do without the second card after an ace (RU-5)."""
    SUIT = "suit"
    """Name `suit` after a wild card (RU-6)."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action. Bots choose from `view.legal`, and need not build any.

    >>> str(PLAY[FRENCH][FRENCH.card("7C").code])
    'play 7C'
    """

    kind: str
    """A `Kind`, or a word of a third party's game."""
    card: Card | None = None
    """For `PLAY` and `SLIP`."""
    suit: Suit | None = None
    """For `SUIT`."""

    def __hash__(self) -> int:
        """Hash by the card: the default would hash every word of it each time."""
        return self.card.code if self.card else len(self.kind)

    def __str__(self) -> str:
        """Give the notation."""
        subject = self.card or self.suit
        return f"{self.kind} {subject}" if subject else str(self.kind)

    def __repr__(self) -> str:
        """Show the notation."""
        return f"<{self}>"


def _each_card(kind: Kind) -> dict[SuitSystem, tuple[Action, ...]]:
    return {
        system: tuple(Action(kind, card) for card in system.cards)
        for system in (FRENCH, SPANISH, GERMAN)
    }


PLAY: Final = _each_card(Kind.PLAY)
"""By suit system, then card code."""
SLIP: Final = _each_card(Kind.SLIP)
"""By suit system, then card code."""
NAME_SUIT: Final = {
    system: tuple(Action(Kind.SUIT, suit=suit) for suit in system.suits)
    for system in (FRENCH, SPANISH, GERMAN)
}
"""By suit system, then suit index."""
PICKUP: Final = Action(Kind.PICKUP)
LET: Final = Action(Kind.LET)
CHALLENGE: Final = Action(Kind.CHALLENGE)
DRAW: Final = Action(Kind.DRAW)
PASS: Final = Action(Kind.PASS)
STOP: Final = Action(Kind.STOP)

BARE: Final = {str(action): action for action in (PICKUP, LET, CHALLENGE, DRAW, PASS, STOP)}
"""By kind: the actions that need neither card nor suit."""
_WITH_SUBJECT: Final[dict[str, Callable[[SuitSystem, str], Action]]] = {
    Kind.PLAY: lambda system, text: PLAY[system][system.card(text).code],
    Kind.SLIP: lambda system, text: SLIP[system][system.card(text).code],
    Kind.SUIT: lambda system, text: NAME_SUIT[system][system.suit(text).index],
}


def parse_action(text: str, system: SuitSystem = FRENCH) -> Action:
    """Read an action's notation, such as `"play 7C"`, `"suit H"` or `"pickup"`.

    Raises:
        NotationError: `text` is no action.
    """
    if action := BARE.get(text):
        return action
    word, _, subject = text.partition(" ")
    if word not in _WITH_SUBJECT:
        words = ", ".join(kind.value for kind in Kind)
        raise NotationError(f"{text!r} is not an action: expected one of {words}")
    return _WITH_SUBJECT[word](system, subject)
