"""What the actions of a Rumba decision are worth to a seat that counts cards."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk import Cards, Kind
from bumblepuppy_sdk.cards import SINGLES, SUIT_BITS
from bumblepuppy_sdk.games.rumba import FOLLOWERS, GAME, Effect

if TYPE_CHECKING:
    from bumblepuppy_bots.strategy.match_memory import MatchMemory
    from bumblepuppy_sdk import Action, Card, RumbaOptions, RumbaView

# All weights are in cards, and were found by playing many thousands of games.
GOING_OUT: Final = 100.0
EFFECT: Final = {Effect.ALL_DRAW_AGAIN: 1.0, Effect.NEXT_DRAWS_TWO: 0.7}
"""What a card's effect does to the others."""
KEEP_WILD: Final = 1.2
"""What it costs to give away a wild card: next time it would be sure to save a turn."""
KEEP_WILD_LATE: Final = 0.8
"""The same when somebody else is down to `LATE` cards: there may be no next time."""
LATE: Final = 2
DRAW: Final = 1.0
"""What it costs to draw."""
BLOCK: Final = 0.3
"""What it gains when the next seat cannot match."""
BLOCK_LAST: Final = 0.8
"""The same when that seat has one card left."""
FOLLOW_LAST: Final = 2.0
"""How much more it matters to be able to play when it is the last card."""
SAME: Final = 0.2
"""How often the top card, when the turn comes round, is one that matched the card left now."""
WILD_FOLLOWS: Final = 0.5
"""How well a wild card does for one that matches: it can be played, but then it is gone."""


class Outlook:
    """One decision. Cards are kept as bits, like `Cards.bits`: many are compared at once.

    An action is worth the card that it gets rid of, what that card's effect does to the others,
    and what it leaves behind: a hand that will be able to follow, or not, and a top card that the
    next seat can match, or not.
    """

    def __init__(self, view: RumbaView, memory: MatchMemory) -> None:
        """Count what is unseen."""
        self._view = view
        self._memory = memory
        deck, self._wild = _deck(view.options)
        self._unseen = (deck - view.hand - view.discards).bits & SINGLES
        others = [n for seat, n in enumerate(view.counts) if n and seat != view.seat]
        self._keep_wild = KEEP_WILD_LATE if min(others) <= LATE else KEEP_WILD

    def worth(self, action: Action) -> float:
        """Weigh an action."""
        view = self._view
        if action.card:
            return self._after_playing(action.card)
        if action.suit:
            return self._leaving(view.hand.bits, SUIT_BITS[action.suit.index])
        wanted = SUIT_BITS[view.suit.index] if view.suit_only else FOLLOWERS[view.top.code]
        cost = DRAW if action.kind is Kind.DRAW else 0.0
        return self._leaving(view.hand.bits, wanted) - cost

    def _after_playing(self, card: Card) -> float:
        rest = (self._view.hand - [card]).bits
        if not rest:
            return GOING_OUT
        effect = self._view.options.effect_of(card)
        if effect is Effect.WILD:
            best = max(self._leaving(rest, suit) for suit in SUIT_BITS)
            return 1 - self._keep_wild + best
        gained = EFFECT.get(effect, 0.0) if effect else 0.0
        return 1 + gained + self._leaving(rest, FOLLOWERS[card.code], effect)

    def _leaving(self, rest: int, wanted: int, effect: Effect | None = None) -> float:
        """Weigh holding `rest` while the next seat has to match `wanted`."""
        seat = self._next_seat(effect)
        if seat == self._view.seat:  # all others are skipped
            return 1.0 if rest & wanted else 0.0
        block = BLOCK_LAST if self._view.counts[seat] == 1 else BLOCK
        return self._follows(rest, wanted) + block * self._is_stuck(seat, wanted)

    def _next_seat(self, effect: Effect | None) -> int:
        """Give the seat that plays after a card with this effect."""
        view = self._view
        step = -view.direction if effect is Effect.REVERSE else view.direction
        seats = [(view.seat + step * n) % len(view.counts) for n in range(1, len(view.counts) + 1)]
        still_in = [seat for seat in seats if view.counts[seat]]
        return still_in[1 if effect is Effect.SKIP else 0]

    def _follows(self, rest: int, wanted: int) -> float:
        """Guess how likely a card of `rest` matches when the turn comes round again."""
        matched = 0
        tame = rest & SINGLES & ~self._wild
        while tame:
            card = tame & -tame
            matched |= FOLLOWERS[card.bit_length() - 1]
            tame ^= card
        same, other = self._unseen & wanted, self._unseen
        likely = SAME * _share(matched, same) + (1 - SAME) * _share(matched, other)
        if rest & self._wild:
            likely += (1 - likely) * WILD_FOLLOWS
        return likely * FOLLOW_LAST if rest.bit_count() == 1 else likely

    def _is_stuck(self, seat: int, wanted: int) -> float:
        """Guess how likely a seat can match nothing, from what it once could not match."""
        memory, held = self._memory, self._view.counts[seat]
        fresh = min(memory.fresh[seat], held)
        old = _share(wanted, self._unseen & ~memory.lacking[seat])
        new = _share(wanted, self._unseen)
        return (1 - old) ** (held - fresh) * (1 - new) ** fresh


def _share(part: int, whole: int) -> float:
    """Tell which share of the cards `whole` is in `part`."""
    return (part & whole).bit_count() / (whole.bit_count() or 1)


@lru_cache
def _deck(options: RumbaOptions) -> tuple[Cards, int]:
    """Give all cards in play, and the bits of the wild ones."""
    cards = options.cards()
    wild = {card for card in cards if options.effect_of(card) is Effect.WILD}
    return Cards.of(GAME.suits(options), cards), sum(1 << card.code for card in wild)
