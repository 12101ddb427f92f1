"""Three ways to play Rolling Stone, from simple to strong.

All three challenge every slip, since that costs nothing, and never slip a card themselves (RS-13).
Ties are drawn by lot: bots that always decide alike can run in circles for ever (RS-14).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bumblepuppy_sdk import Kind

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from bumblepuppy_bots.strategy.card_memory import CardMemory
    from bumblepuppy_sdk import Action, Card, RollingStoneView, Suit


def greedy(view: RollingStoneView, rng: Random) -> Action:
    """Always play the lowest card: high ones can still win the lead when it matters."""
    return _best(view, rng, lambda card: -card.rank)


def tips(view: RollingStoneView, memory: CardMemory, rng: Random) -> Action:
    """Follow the tips that players give each other.

    - Keep track of who is void in what, and lead the suits that somebody must take up.
    - Otherwise lead from your longest suit, so that you are not the one to run out of a suit.
    - Lead high, they say as well; but low is better by far, so this tip is not followed.
    """
    if view.trick:
        return greedy(view, rng)
    memory.update(view)
    others = _others(view)

    def worth(card: Card) -> tuple[bool, int, int]:
        somebody_void = any(memory.is_void(seat, card.suit) for seat in others)
        return somebody_void, len(view.hand.in_suit(card.suit)), -card.rank

    return _best(view, rng, worth)


def counter(view: RollingStoneView, memory: CardMemory, rng: Random) -> Action:
    """Count the cards, and lead the suit of which the others will take up most.

    When all follow, all get rid of a card, and nobody gains on anybody; what somebody takes up is
    gained on that seat. A card taken up is worth three in the length of the suit led (measured).
    """
    if view.trick:
        # The last to play knows whether it wins: only there is a high card sure to get the lead.
        is_last = len(view.trick) >= len(_others(view))
        return _best(view, rng, lambda card: card.rank if is_last else -card.rank)
    memory.update(view)
    unseen = memory.unseen(view)
    worth_of = {
        suit: 3 * _taken_up(view, memory, suit, len(unseen.in_suit(suit)))
        + len(view.hand.in_suit(suit))
        for suit in view.hand.suits
    }
    return _best(view, rng, lambda card: (worth_of[card.suit], -card.rank))


def _taken_up(view: RollingStoneView, memory: CardMemory, suit: Suit, unseen: int) -> float:
    """Expect how many cards somebody takes up if this seat leads `suit`.

    Args:
        view: the table.
        memory: what is known of the other hands.
        suit: the suit to lead.
        unseen: how many cards of the suit are in other hands, nobody knows in which.
    """
    hidden = {seat: view.counts[seat] - len(memory.known[seat]) for seat in _others(view)}
    places = sum(cards for seat, cards in hidden.items() if suit not in memory.closed[seat])
    expected, all_follow = 0.0, 1.0
    for lying, seat in enumerate(hidden, start=1):
        if memory.known[seat].in_suit(suit):
            void = 0.0
        elif suit in memory.closed[seat] or not hidden[seat]:
            void = 1.0
        else:  # each unseen card lies in one of the hidden places, as likely in one as in another
            void = (1 - hidden[seat] / places) ** unseen
        expected += all_follow * void * lying
        all_follow *= 1 - void
    return expected


def _others(view: RollingStoneView) -> list[int]:
    """List the other seats still in, clockwise from this one."""
    players = view.options.players
    seats = [(view.seat + step) % players for step in range(1, players)]
    return [seat for seat in seats if seat not in view.out]


def _best(view: RollingStoneView, rng: Random, worth: Callable[[Card], Any]) -> Action:
    """Play the card that is worth most, or if there is none, pick up, or challenge."""
    best: list[Action] = []
    most: Any = None
    for action in view.legal:
        if action.kind is Kind.PLAY and action.card:
            value = worth(action.card)
            if most is None or value > most:
                best, most = [action], value
            elif value == most:
                best.append(action)
    # Without a card to play, the last legal action is the pick-up, or the challenge to a slip.
    return rng.choice(best or view.legal[-1:])
