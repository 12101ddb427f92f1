"""Three ways to play Rolling Stone, from simple to strong.

All three challenge every slip, since that costs nothing, and never slip a card themselves (RS-13).
Bots that always decide alike run in circles until the referee ends the hand (RS-14), so that ties
are drawn by lot, and a lead that would go round once more, too.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from bumblepuppy_sdk import Kind

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from bumblepuppy_bots.strategy.card_memory import CardMemory
    from bumblepuppy_sdk import Action, Card, RollingStoneView, Suit


def greedy(view: RollingStoneView, rng: Random) -> Action:
    """Play the lowest card: the high ones can still win the lead when it matters.

    One lead in ten is drawn by lot: who remembers nothing cannot see that it goes in circles.
    """
    if not view.trick and rng.random() < 0.1:
        return rng.choice(view.legal)
    return _best(view, rng, lambda card: -card.rank)


def tips(view: RollingStoneView, memory: CardMemory, rng: Random) -> Action:
    """Follow the tips that players give each other.

    - Keep track of who is void in what, and lead the suits that somebody must take up.
    - Otherwise lead from your longest suit, lest you be the one who runs out of it.
    - Lead high, they say as well; but low is better by far, so this one is not followed.
    """
    if view.trick:
        return _best(view, rng, lambda card: -card.rank)
    memory.update(view)
    if memory.in_circles:
        return rng.choice(view.legal)
    others = _others(view)

    def worth(card: Card) -> tuple[bool, int, int]:
        somebody_void = any(memory.is_void(seat, card.suit) for seat in others)
        return somebody_void, len(view.hand.in_suit(card.suit)), -card.rank

    return _best(view, rng, worth)


def counter(view: RollingStoneView, memory: CardMemory, rng: Random) -> Action:
    """Count the cards, and lead long suits that somebody is likely to be void in.

    When all follow, all get rid of a card, and nobody gains on anybody. When somebody takes the
    trick up, all others gain on that seat: most of all if it is not the next one, for then it takes
    up more, and its own lead comes round to us early, while we can still follow. What three cards
    more in the suit are worth against that is measured, not reasoned.
    """
    if view.trick:
        # The last to play knows whether it wins: only there is a high card sure to get the lead.
        is_last = len(view.trick) >= len(_others(view))
        return _best(view, rng, lambda card: card.rank if is_last else -card.rank)
    memory.update(view)
    if memory.in_circles:
        return rng.choice(view.legal)
    unseen = memory.unseen(view)

    def worth(suit: Suit) -> float:
        follow = _chances_to_follow(view, memory, suit, len(unseen.in_suit(suit)))
        broken, broken_later = 1 - prod(follow), 1 - prod(follow[1:])
        return len(view.hand.in_suit(suit)) + 3 * broken + 3 * broken_later

    worth_of = {suit: worth(suit) for suit in view.hand.suits}
    return _best(view, rng, lambda card: (worth_of[card.suit], -card.rank))


def _chances_to_follow(
    view: RollingStoneView, memory: CardMemory, suit: Suit, unseen: int
) -> list[float]:
    """Estimate for each other seat, from the next one on, how likely it can follow `suit`.

    Args:
        view: the table.
        memory: what is known of the other hands.
        suit: the suit that might be led.
        unseen: how many cards of the suit are in other hands, nobody knows in which.
    """
    hidden = {seat: view.counts[seat] - len(memory.known[seat]) for seat in _others(view)}
    places = sum(cards for seat, cards in hidden.items() if suit not in memory.closed[seat])
    chances = []
    for seat, cards in hidden.items():
        if memory.known[seat].in_suit(suit):
            chances.append(1.0)
        elif suit in memory.closed[seat] or not cards:
            chances.append(0.0)
        else:  # each unseen card lies in one of the hidden places, as likely in one as in another
            chances.append(1 - (1 - cards / places) ** unseen)
    return chances


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
