"""One hand of Rolling Stone, from the first lead to its end (RS-3 to RS-14).

A seat is *in* until it goes out. A trick is open to the seats that were in when it was led. All
that happens is told by appending events to a log, which the hands of a match share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_sdk.actions import Kind
from bumblepuppy_sdk.cards import SINGLES, SUIT_BITS, add, remove
from bumblepuppy_sdk.errors import IllegalActionError
from bumblepuppy_sdk.games.copying import Copyable
from bumblepuppy_sdk.games.events import HandEnded, TookUp
from bumblepuppy_sdk.games.rolling_stone import tables
from bumblepuppy_sdk.games.rolling_stone.adjudication import Adjudicator
from bumblepuppy_sdk.games.rolling_stone.refusals import refusal
from bumblepuppy_sdk.games.rolling_stone.scoring import penalty_points
from bumblepuppy_sdk.games.rolling_stone.tricks import takers, winner

if TYPE_CHECKING:
    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import Card, Suit
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_sdk.games.rolling_stone.options import RollingStoneOptions
    from bumblepuppy_sdk.games.rolling_stone.view import Played


class Hand(Copyable):
    """A hand under way. Read its attributes; only `apply` changes them."""

    __slots__ = (
        "_adjudicator",
        "_led",
        "_legal",
        "_next_in",
        "_open_to",
        "_trumps",
        "dead",
        "dead_bits",
        "held",
        "in_question",
        "leader",
        "log",
        "options",
        "out",
        "penalty",
        "reason",
        "to_act",
        "trick",
        "tricks",
        "trump",
    )

    def __init__(
        self,
        options: RollingStoneOptions,
        held: list[int],
        leader: int,
        trump: Suit | None,
        log: list[Event],
    ) -> None:
        """Begin a hand dealt as `held`, bits by seat, with `leader` to lead."""
        self.options = options
        self.held = held
        self.trump = trump
        self.log = log
        self.trick: list[Played] = []
        self.tricks = 0
        self.in_question = False  # the last card was slipped in, and the others are being asked
        self.dead: list[Card] = []
        self.dead_bits = 0
        self.out: list[int] = []
        self.reason: str | None = None
        self.penalty: tuple[int, ...] = ()
        self._legal: tuple[Action, ...] | None = None
        self._trumps = SUIT_BITS[trump.index] if trump else 0
        self._next_in = [(seat + 1) % len(held) for seat in range(len(held))]
        self._adjudicator = Adjudicator(options, held)
        self._lead(leader)

    def legal(self) -> tuple[Action, ...]:
        """List the legal actions: plays, then slips, by suit and rank; then the pick-up."""
        if self._legal is None:
            self._legal = self._find_legal()
        return self._legal

    def _find_legal(self) -> tuple[Action, ...]:
        if self.reason is not None:
            return ()
        if self.in_question:
            return tables.LET_OR_CHALLENGE
        playable = self.playable()
        if not self.trick:
            return tables.PLAYS.across(playable)
        legal = tables.PLAYS[playable]
        if self.options.silence:  # RS-13
            legal += tables.SLIPS.across(self.held[self.to_act] & SINGLES & ~playable)
        return legal if self.can_follow() else legal + tables.ONLY_PICKUP

    def playable(self) -> int:
        """Give the cards, as bits, that the seat to act may play: RS-4, or else RS-12."""
        held = self.held[self.to_act]
        return held & self._led or held & self._trumps

    def can_follow(self) -> bool:
        """Tell whether the seat to act holds a card of the suit led (RS-4)."""
        return bool(self.held[self.to_act] & self._led)

    def apply(self, action: Action) -> None:
        """Carry out a legal action of the seat to act.

        Raises:
            IllegalActionError: it is not legal.
        """
        if action not in self.legal():
            raise IllegalActionError(refusal(self, action))
        self._legal = None
        seat = self.to_act
        if action.card is not None:
            self._lay(seat, action.card, slipped=action.kind is Kind.SLIP)
        elif action.kind is Kind.PICKUP:
            self._pick_up(seat)
        elif action.kind is Kind.LET:
            self._let(seat)
        else:
            self._challenge(seat)

    # The hidden cards change, to search from.

    @property
    def positions(self) -> dict[tuple[int, ...], int]:
        """By leader and hands, before a lead: how often a position that can return came up."""
        return self._adjudicator.seen

    def imagine(self, held: list[int], positions: dict[tuple[int, ...], int]) -> None:
        """Let the seats hold other cards, as many as before, and have come by other positions."""
        self.held = held
        self._adjudicator.seen = positions
        self._legal = None

    # A card is laid.

    def _lay(self, seat: int, card: Card, *, slipped: bool) -> None:
        """Put a card on the table (RS-4), or slip it in and ask the others (RS-13)."""
        code = card.code
        self.held[seat] = remove(self.held[seat], 1 << code)
        if slipped:
            self.log.append(tables.ACTED_SLIP[seat][code])
            self.trick.append(tables.SLIPPED[seat][code])
            self._ask_after(seat)
            return
        self.log.append(tables.ACTED_PLAY[seat][code])
        if not self.trick:
            self._led = SUIT_BITS[card.suit.index]
        self.trick.append(tables.PLAYED[seat][code])
        self._go_on(seat)

    def _let(self, seat: int) -> None:
        """Let the slip pass, as far as this seat goes (RS-13)."""
        self.log.append(tables.ACTED_LET[seat])
        self._ask_after(seat)

    def _ask_after(self, seat: int) -> None:
        """Ask the next seat about the slip; when all others have let it pass, it stays (RS-13)."""
        slipper = self.trick[-1].seat
        self.to_act = self._next_in[seat]
        self.in_question = self.to_act != slipper
        if not self.in_question:
            self._go_on(slipper)

    def _go_on(self, seat: int) -> None:
        """Go on from the card that `seat` laid: to the next seat, or to the end of the trick."""
        if self.options.going_out == "at_once" and not self.held[seat]:  # RS-8
            self._go_out(seat)
            if self.options.end == "first_out":
                self._end_hand("out")  # the unfinished trick is discarded
                return
        if len(self.trick) < self._open_to:
            self.to_act = self._next_in[seat]
        else:
            self._complete_trick()

    # A trick ends.

    def _complete_trick(self) -> None:
        """Everybody followed: the cards are dead, and the winner leads (RS-6)."""
        best = winner(self.trick, self.trump).seat
        self.log.append(tables.TRICK_WON[best])
        for played in self.trick:
            self.dead.append(played.card)
            self.dead_bits = add(self.dead_bits, 1 << played.card.code)
        self._adjudicator.trick_completed(self.trick[0].card.suit, len(self.trick))
        self._end_trick(best)

    def _pick_up(self, void: int) -> None:
        """A seat is void: the trick is taken up, and the void seat leads (RS-5, RS-8)."""
        self.log.append(tables.ACTED_PICKUP[void])
        own_card_back, taker = takers(self.options.going_out, self._emptied(), void)
        self._take_up_trick(own_card_back, taker)
        self._end_trick(void)

    def _challenge(self, seat: int) -> None:
        """The slip is challenged: its player takes up twice as much, and leads (RS-13)."""
        self.log.append(tables.ACTED_CHALLENGE[seat])
        self.in_question = False
        *before, slip = self.trick
        fetched = self._fetch_dead(min(len(before), len(self.dead)))
        slipper = slip.seat
        others = [emptied for emptied in self._emptied() if emptied != slipper]
        self._take_up_trick(others, slipper, fetched)
        self._end_trick(slipper)

    def _emptied(self) -> list[int]:
        """List the seats still in that played their last card to this trick, in that order."""
        return [
            played.seat
            for played in self.trick
            if not self.held[played.seat] and played.seat not in self.out
        ]

    def _take_up_trick(
        self, own_card_back: list[int], taker: int, further: tuple[Card, ...] = ()
    ) -> None:
        """Let some seats take back their own card, and `taker` the rest and `further` cards."""
        rest = []
        for played in self.trick:
            if played.seat in own_card_back:
                self._take_up(played.seat, (played.card,))
            else:
                rest.append(played.card)
        if rest:
            self._take_up(taker, (*rest, *further))

    def _take_up(self, seat: int, cards: tuple[Card, ...]) -> None:
        for card in cards:
            self.held[seat] = add(self.held[seat], 1 << card.code)
        self.log.append(TookUp(seat, cards))

    def _fetch_dead(self, count: int) -> tuple[Card, ...]:
        """Take the latest `count` dead cards out of the heap again (RS-13)."""
        kept = len(self.dead) - count
        fetched = tuple(self.dead[kept:])
        del self.dead[kept:]
        for card in fetched:
            self.dead_bits = remove(self.dead_bits, 1 << card.code)
        return fetched

    def _end_trick(self, leader: int) -> None:
        """End a trick: whoever has no cards now is out (RS-7), and `leader` is to lead (RS-9)."""
        for seat in self._emptied():
            self._go_out(seat)
        self.tricks += 1
        self.trick.clear()
        if reason := self._outcome():
            self._end_hand(reason)
        else:
            self._lead(self._next_in[leader] if leader in self.out else leader)

    def _lead(self, leader: int) -> None:
        """Open a trick to all seats still in, if the hand may go on (RS-14)."""
        self.leader = self.to_act = leader
        self._led = SINGLES  # the leader "follows" with any card
        self._open_to = len(self.held) - len(self.out)
        if reason := self._adjudicator.reason(leader, self.held, self._open_to, self.tricks):
            self._end_hand(reason)

    # A seat goes out, the hand ends.

    def _go_out(self, seat: int) -> None:
        """Take a seat out of the circle."""
        self.out.append(seat)
        self.log.append(tables.WENT_OUT[seat])
        after = self._next_in[seat]
        self._next_in = [after if other == seat else other for other in self._next_in]

    def _outcome(self) -> str | None:
        """Name the reason when enough seats are out for the hand to end (RS-9)."""
        if not self.out:
            return None
        if self.options.end == "first_out":
            return "out"
        left = len(self.held) - len(self.out)
        if left > 1:
            return None
        return "one_left" if left else "all_out"

    def _end_hand(self, reason: str) -> None:
        """Count the penalties (RS-10)."""
        self.reason = reason
        self.penalty = tuple(penalty_points(hand, self.options.scoring) for hand in self.held)
        self.log.append(HandEnded(reason, self.penalty))
