"""What to tell the author of an illegal action."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.games.rolling_stone.hand import Hand


def refusal(hand: Hand, action: Action) -> str:
    """Say why `action` is not legal for the seat to act: the clause, and what is legal."""
    if hand.reason is not None:
        return f"{str(action)!r} comes too late: the game is over ({hand.reason}; RS-9, RS-14)"
    legal = ", ".join(str(choice) for choice in hand.legal())
    return f"seat {hand.to_act}: {str(action)!r} is not legal: {_duty(hand)}; legal: {legal}"


def _duty(hand: Hand) -> str:
    """Say what the seat to act has to do, and the clause."""
    if hand.in_question:
        return f"it must let or challenge the slip of seat {hand.trick[-1].seat} (RS-13)"
    if not hand.trick:
        return "it leads, and must play a card that it holds (RS-4)"
    led = hand.trick[0].card.suit.name
    if hand.can_follow():
        duty = f"it holds {led}, the suit led, and must follow (RS-4)"
    elif hand.playable():
        duty = f"it holds no {led}, the suit led, and must ruff or pick up (RS-12)"
    else:
        duty = f"it holds no {led}, the suit led, and must pick up (RS-5)"
    return f"{duty}, or slip a card (RS-13)" if hand.options.silence else duty
