"""A game of Rolling Stone: one hand, or a match of several (RS-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.cards import FRENCH, Cards
from bumblepuppy_sdk.games.base import Dealt, Result
from bumblepuppy_sdk.games.copying import Copyable
from bumblepuppy_sdk.games.events import HandDealt, Seen
from bumblepuppy_sdk.games.places import Standing, hand_places, match_places
from bumblepuppy_sdk.games.rolling_stone.defaults import default_action
from bumblepuppy_sdk.games.rolling_stone.hand import Hand
from bumblepuppy_sdk.games.rolling_stone.packs import deal, pack
from bumblepuppy_sdk.games.rolling_stone.view import RollingStoneView

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.games.base import Chance
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_sdk.games.rolling_stone.options import RollingStoneOptions

TRUMPS: Final = {suit.name: suit for suit in FRENCH.suits}
"""By the option's value: the suits that can be trump (RS-12)."""


class RollingStoneState(Copyable):
    """A game under way, as `bumblepuppy_sdk.games.base.State` asks for it."""

    __slots__ = ("_chance", "_hand", "_penalties", "_won", "hands", "opening", "options", "result")

    def __init__(
        self, options: RollingStoneOptions, chance: Chance, standing: Standing | None = None
    ) -> None:
        """Deal the first hand of a game, or that of a match which stands at `standing`."""
        standing = standing or Standing.at_start(options.players)
        self.options = options
        self.hands: list[Dealt] = [
            Dealt((n - 1) % options.players, (), []) for n in range(standing.hand)
        ]
        self.result: Result | None = None
        self._chance = chance
        self._penalties = list(standing.penalty)  # of the hands before this one
        self._won = list(standing.won)  # how many hands each seat has won
        log: list[Event] = []
        self._deal(log)
        self.opening: Sequence[Event] = tuple(log)

    @property
    def to_act(self) -> int | None:
        """The seat that must decide; `None` when the game is over."""
        return self._hand.to_act if self.result is None else None

    def legal(self) -> Sequence[Action]:
        """List the legal actions: plays, then slips, by suit and rank; then the pick-up."""
        return self._hand.legal()

    def apply(self, action: Action) -> Sequence[Event]:
        """Carry out an action of the seat that must decide, and tell what happened.

        Raises:
            IllegalActionError: the action is not in `legal()`.
        """
        hand = self._hand
        before = len(hand.log)
        hand.apply(action)
        if hand.reason is not None:
            self._finish(hand, hand.reason)
        return hand.log[before:]

    def default(self) -> Action:
        """Give the action that the referee takes for a seat at fault (FA-1)."""
        return default_action(self._hand)

    def view(self, seat: int) -> RollingStoneView:
        """Show the game as `seat` may see it: all but the others' hands."""
        hand = self._hand
        return RollingStoneView(
            seat=seat,
            options=self.options,
            legal=hand.legal() if seat == self.to_act else (),
            history=Seen(hand.log, seat),
            hand=Cards(FRENCH, hand.held[seat]),
            trick=tuple(hand.trick),
            leader=hand.leader,
            counts=tuple([held.bit_count() for held in hand.held]),
            dead=Cards(FRENCH, hand.dead_bits),
            out=tuple(hand.out),
            trump=hand.trump,
            tricks=hand.tricks,
            hand_number=len(self.hands) - 1,
            dealer=self.hands[-1].dealer,
            penalties=tuple(self._penalties),
        )

    @property
    def positions(self) -> Mapping[tuple[int, ...], int]:
        """By leader and hands, before a lead: how often a position that can return came up."""
        return self._hand.positions

    def imagine(
        self,
        held: list[int],
        positions: dict[tuple[int, ...], int],
        log: Sequence[Event],
        chance: Chance,
    ) -> None:
        """Let other cards lie where they are hidden, as many as before, to search from.

        Args:
            held: By seat: the hands, as bits.
            positions: As in the property of this name, with these cards.
            log: What happened so far.
            chance: Where shuffles come from from now on.
        """
        self._chance = chance
        self._hand.imagine(held, positions)
        self._hand.log = [*log]
        self.opening = tuple(log[:1])
        self.hands[-1] = Dealt(self.hands[-1].dealer, (), [])

    def _deal(self, log: list[Event]) -> None:
        """Deal a hand: the last seat deals the first, then the next clockwise (RS-3, RS-11)."""
        players, number = self.options.players, len(self.hands)
        dealer = (players - 1 + number) % players
        leader = (dealer + 1) % players
        deck = self._chance.deck(number, pack(self.options))
        shown = deck[-1] if self.options.trump == "last_card" else None  # the dealer's last card
        trump = shown.suit if shown else TRUMPS.get(self.options.trump or "")
        self.hands.append(Dealt(dealer, deck, []))
        log.append(HandDealt(number, dealer, trump, trump_card=shown))
        self._hand = Hand(self.options, deal(deck, players, leader), leader, trump, log)

    def _finish(self, hand: Hand, reason: str) -> None:
        """Place the seats after a hand (RS-10), or deal another (RS-11)."""
        places = hand_places(hand.out, hand.penalty)
        total = [old + new for old, new in zip(self._penalties, hand.penalty, strict=True)]
        self._won = [won + (place == 1) for won, place in zip(self._won, places, strict=True)]
        if self.options.target is None:
            self.result = Result(reason, places, hand.penalty)
        elif max(total) >= self.options.target:
            self.result = Result(reason, match_places(total, self._won), tuple(total))
        else:
            self._penalties = total
            self._deal(hand.log)
