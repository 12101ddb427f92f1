"""Three ways to play Rumba, from simple to strong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.cards import SINGLES, SUIT_BITS, Card, Cards
from bumblepuppy_sdk.games.rumba import FOLLOWERS, Effect

if TYPE_CHECKING:
    from bumblepuppy_bots.strategy.match_memory import MatchMemory
    from bumblepuppy_sdk import Action, RumbaView


def greedy(view: RumbaView) -> Action:
    """Get rid of a card whenever you can, and stay in the suit of which you hold most."""
    return max(view.legal, key=lambda action: _length(view, action))


def tips(view: RumbaView) -> Action:
    """Follow the tips that players give each other.

    - Keep wild cards until nothing else matches: they are the one card that can always be played.
    - Play an ace as soon as you can: everybody else takes a card, and you may go on.
    - Of the rest, play the suit of which you hold most, so that you can follow it later.
    """
    first = {Effect.ALL_DRAW_AGAIN: 2, Effect.WILD: 0}

    def worth(action: Action) -> tuple[int, int]:
        effect = action.card and view.options.effect_of(action.card)
        return first.get(effect, 1) if action.card else -1, _length(view, action)

    return max(view.legal, key=worth)


def _length(view: RumbaView, action: Action) -> int:
    """Count the cards held of the suit that the action plays or names; -1 if it does neither."""
    suit = action.card.suit if action.card else action.suit
    return len(view.hand.in_suit(suit)) if suit else -1


def counter(view: RumbaView, memory: MatchMemory) -> Action:
    """Count the cards, and weigh what each action leaves: to you, and to the seat after you."""
    memory.update(view)
    return max(view.legal, key=Outlook(view, memory).worth)


BLOCK: Final = 0.3
BLOCK_LAST: Final = 0.8
WORTH = {Effect.ALL_DRAW_AGAIN: 1.0, Effect.NEXT_DRAWS_TWO: 0.7, Effect.SKIP: 0.3}
WILD: Final = 1.2
WILD_LATE: Final = 0.8
DRAW = 1.0
Q = 0.0
WF = 0.5
FOLLOW_LAST = 2.0

class Outlook:
    """How good a seat's actions are, in cards."""

    def __init__(self, view: RumbaView, memory: MatchMemory) -> None:
        self._view = view
        self._memory = memory
        self._hand = view.hand.bits & SINGLES
        deck = Cards.of(view.hand.system, view.options.cards())
        self._unseen = (deck - view.hand - view.discards).bits & SINGLES
        self._wild = sum(1<<c.code for c in view.hand.system.cards if view.options.effect_of(c) is Effect.WILD)
        others = [count for seat, count in enumerate(view.counts) if count and seat != view.seat]
        self._late = min(others) <= 2

    def worth(self, action: Action) -> float:
        if action.suit:
            return self._leave(self._hand, SUIT_BITS[action.suit.index])
        if action.card:
            return self._play(action.card)
        view = self._view
        w = SUIT_BITS[view.suit.index] if view.suit_only else FOLLOWERS[view.top.code]
        return self._leave(self._hand, w) - (DRAW if action.kind == "draw" else 0)

    def _play(self, card: Card) -> float:
        effect = self._view.options.effect_of(card)
        rest = self._hand & ~(1 << card.code) if self._view.hand.count(card)==1 else self._hand
        if not rest: return 100
        if effect is Effect.WILD:
            return 1 - (WILD_LATE if self._late else WILD) + max(self._leave(rest, s) for s in SUIT_BITS)
        return 1 + WORTH.get(effect, 0) + self._leave(rest, FOLLOWERS[card.code], effect)

    def _leave(self, rest: int, wanted: int, effect=None) -> float:
        """Weigh holding `rest` while `wanted` is to be matched next."""
        cov = 0
        m = rest
        while m:
            low = m & -m
            if not low & self._wild: cov |= FOLLOWERS[low.bit_length()-1]
            m ^= low
        un = self._unseen
        F = (cov & un).bit_count() / (un.bit_count() or 1)
        if Q:
            us = un & wanted
            F = Q*((cov & us).bit_count() / us.bit_count() if us else F) + (1-Q)*F
        if rest & self._wild: F += (1-F)*WF
        if rest & (rest-1) == 0: F *= FOLLOW_LAST
        seat = self._next(effect)
        c = self._view.counts[seat]
        return F + (BLOCK_LAST if c <= 1 else BLOCK) * self._stuck(seat, wanted)

    def _next(self, effect) -> int:
        v = self._view
        d = -v.direction if effect is Effect.REVERSE else v.direction
        s = v.seat
        skip = effect is Effect.SKIP
        while True:
            s = (s + d) % len(v.counts)
            if v.counts[s]:
                if not skip: return s
                skip = False

    def _stuck(self, seat: int, wanted: int) -> float:
        m = self._memory
        count = self._view.counts[seat]
        fresh = min(m.fresh[seat], count) if m.lacking[seat] else count
        a = _share(wanted, self._unseen & ~m.lacking[seat])
        b = _share(wanted, self._unseen)
        return (1-a)**(count-fresh) * (1-b)**fresh

def _share(part, whole):
    return (part & whole).bit_count() / (whole.bit_count() or 1)
