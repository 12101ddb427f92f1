"""What to tell the author of an illegal action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_sdk.actions import DRAW, PASS, STOP

if TYPE_CHECKING:
    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.games.rumba.hand import Hand


def refusal(hand: Hand, action: Action) -> str:
    """Say why `action` is not legal for the seat to act: the clause, and what is legal."""
    if hand.reason is not None:
        return f"{str(action)!r} comes too late: the hand is over (RU-13, RU-15)"
    legal = ", ".join(str(choice) for choice in hand.legal())
    return f"seat {hand.to_act}: {str(action)!r} is not legal: {_duty(hand)}; legal: {legal}"


def _duty(hand: Hand) -> str:
    """Say what the seat to act has to do, and the clause."""
    legal = hand.legal()
    if hand.naming:
        return "it must name a suit after its wild card (RU-6)"
    if STOP in legal:
        return "it may play a second card of the ace's suit or rank, or a wild one (RU-5)"
    wanted = (
        hand.suit.name if hand.suit_only else f"{hand.suit.name} or {hand.table.top.rank.letter}"
    )
    if DRAW in legal:
        return f"it holds nothing that matches {wanted}, and must draw or play a wild card (RU-4)"
    if PASS in legal:
        return f"it holds nothing that matches {wanted} and can draw no more (RU-4, RU-12)"
    return f"it must play what matches {wanted}, or a wild card (RU-3, RU-4)"
