"""Both games once more, with few options: slow, plain, and without the engine.

Cards are texts, hands are lists of them. A position is never changed, only made anew, and gives its
moves by the clauses of the rules. Counting with it (see `perft.py`) checks the engine's counts.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

RANKS: Final = "23456789TJQKA"


def by_strength(card: str) -> int:
    """Rank a card (RS-2)."""
    return RANKS.index(card[0])


def ended(reason: str, out: list[int], hands: list[list[str]]) -> str:
    """Tell an end: who went out is placed first, the others by cards left (RS-10, RU-14)."""
    left = [len(hand) for hand in hands]
    scores = [(out.index(s), 0) if s in out else (len(out), left[s]) for s in range(len(hands))]
    places = [1 + sum(other < score for other in scores) for score in scores]
    places_text, left_text = (" ".join(map(str, numbers)) for numbers in (places, left))
    return f"{reason}, places {places_text}, penalty {left_text}"


@dataclass
class RollingStone:
    """RS-4 to RS-10 and RS-14 for four to six players."""

    hands: list[list[str]]
    going_out: str = "completed"
    seat: int = 0
    trick: list[tuple[int, str]] = field(default_factory=list)
    leads: Counter[str] = field(default_factory=Counter)
    over: str | None = None

    def end(self) -> str | None:
        """Tell how the game ended."""
        return self.over

    def moves(self) -> Iterator[tuple[str, RollingStone]]:
        """Give the legal actions: any lead, else a card of the suit led, else the pick-up."""
        hand = self.hands[self.seat]
        if self.trick:
            led = self.trick[0][1][1]
            hand = [card for card in hand if card[1] == led]  # RS-4
            if not hand:
                yield "pickup", self.broken()  # RS-5
        for card in hand:
            yield f"play {card}", self.with_card(card)

    def with_card(self, card: str) -> RollingStone:
        """Play a card; who is highest in a completed trick leads (RS-6)."""
        then = deepcopy(self)
        then.hands[self.seat].remove(card)
        then.trick.append((self.seat, card))
        if self.going_out == "at_once" and not then.hands[self.seat]:  # RS-8
            then.over = ended("out", [self.seat], then.hands)
            return then
        if len(then.trick) < len(self.hands):
            then.seat = (self.seat + 1) % len(self.hands)
            return then
        winner, _ = max(then.trick, key=lambda played: by_strength(played[1]))
        if out := [seat for seat, _ in then.trick if not then.hands[seat]]:  # RS-7
            then.over = ended("out", out, then.hands)  # RS-9
            return then
        return then.before_lead(winner)

    def broken(self) -> RollingStone:
        """The void seat takes the trick up and leads, or who had run out takes it back (RS-8)."""
        then = deepcopy(self)
        emptied = [seat for seat, _ in self.trick if not self.hands[seat]]
        taken_back = emptied if self.going_out != "void_picks_up" else []
        rest_goes_to = emptied[-1] if emptied and self.going_out == "completed" else self.seat
        for seat, card in self.trick:
            then.hands[seat if seat in taken_back else rest_goes_to].append(card)
        if emptied and not taken_back:
            then.over = ended("out", emptied, then.hands)
            return then
        return then.before_lead(self.seat)

    def before_lead(self, leader: int) -> RollingStone:
        """Let a seat lead, if the game may go on (RS-14). It is a position of one's own."""
        self.seat, self.trick = leader, []
        suits = Counter(card[1] for hand in self.hands for card in hand)
        position = str((leader, [sorted(hand) for hand in self.hands]))
        self.leads[position] += 1
        never = self.going_out in {"completed", "own_card_back"}
        if never and max(suits.values()) < len(self.hands):
            self.over = ended("dead_end", [], self.hands)
        elif self.leads[position] == 3:
            self.over = ended("repetition", [], self.hands)
        return self


@dataclass
class Rumba:
    """RU-3 to RU-6 and RU-11 to RU-14 with aces and kings, and shuffles that change nothing."""

    hands: list[list[str]]
    discards: list[str]
    stock: list[str]
    max_restocks: int = 3
    seat: int = 0
    suit: str | None = None
    """The suit named after a wild card."""
    drawn: int = 0
    second: bool = False
    naming: bool = False
    restocks: int = 0
    passes: int = 0
    over: str | None = None

    def end(self) -> str | None:
        """Tell how the game ended."""
        return self.over

    def moves(self) -> Iterator[tuple[str, Rumba]]:
        """Give the legal actions."""
        if self.naming:
            for suit in "CDHS":
                yield f"suit {suit}", self.then(suit=suit, naming=False).next_seat()  # RU-6
            return
        hand = sorted(set(self.hands[self.seat]))
        matching = [card for card in hand if self.matches(card)]
        for card in hand:
            if card in matching or card[0] == "K":
                yield f"play {card}", self.with_card(card)
        if self.second:
            yield "stop", self.then().next_seat()  # RU-5
        elif not matching and self.drawn < 3 and self.can_draw():
            drawing = self.then(drawn=self.drawn + 1)  # RU-4
            drawing.take(self.seat)
            yield "draw", drawing
        elif not matching:
            yield "pass", self.then(passes=self.passes + 1).next_seat()  # RU-4, RU-12

    def matches(self, card: str) -> bool:
        """Tell whether a card may follow, king or not (RU-3, RU-6)."""
        top = self.discards[-1]
        return card[1] == self.suit if self.suit else card[1] == top[1] or card[0] == top[0]

    def then(self, **changes: object) -> Rumba:
        """Make the position that differs in this."""
        further = deepcopy(self)
        for name, value in changes.items():
            setattr(further, name, value)
        return further

    def with_card(self, card: str) -> Rumba:
        """Play a card, an ace or a king among them."""
        further = self.then(suit=None, drawn=0, second=False, passes=0)
        further.hands[self.seat].remove(card)
        further.discards.append(card)
        if card[0] == "A":  # RU-5, RU-11
            for step in range(1, len(self.hands)):
                further.take((self.seat + step) % len(self.hands))
        if further.hands[self.seat] and card[0] == "A":
            further.second = True
            return further
        if further.hands[self.seat] and card[0] == "K":
            further.naming = True
            return further
        return further.next_seat()

    def can_draw(self) -> bool:
        """Tell whether a card is left to draw (RU-12)."""
        return bool(self.stock) or (len(self.discards) > 1 and self.restocks < self.max_restocks)

    def take(self, seat: int) -> None:
        """Let a seat of one's own position take a card, after a restock if need be (RU-12)."""
        if not self.can_draw():
            return
        if not self.stock:
            self.stock, self.discards = self.discards[:-1], self.discards[-1:]
            self.restocks += 1
        self.hands[seat].append(self.stock.pop(0))

    def next_seat(self) -> Rumba:
        """End the turn in one's own position, and perhaps the game (RU-12, RU-13)."""
        kept_back = any(card[0] == "K" for hand in self.hands for card in hand)
        if not self.hands[self.seat]:
            self.over = ended("out", [self.seat], self.hands)
        elif self.passes >= len(self.hands) and not self.can_draw() and not kept_back:
            self.over = ended("blocked", [], self.hands)
        self.seat = (self.seat + 1) % len(self.hands)
        self.drawn, self.second = 0, False
        return self
