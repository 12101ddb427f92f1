"""The seats of a table drawn as rows: hands as in bridge diagrams (`♣A97 ♥K2`)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from rich.text import Text

from bumblepuppy_tournaments.screen.text import duration, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bumblepuppy_sdk.cards import Card, Cards
    from bumblepuppy_tournaments.replaying.frames import Frame, Replay
    from bumblepuppy_tournaments.replaying.scene import Holding, Scene

_RED: Final = "♦♥"
_LONGEST_NAME: Final = 16
_LEAST_HAND: Final = 12
"""Columns that a hand is given in any case; what sticks out is cut."""


def draw_seats(replay: Replay, frame: Frame, scene: Scene, width: int, room: int) -> list[Text]:
    """Draw a head and a row a seat, in `room` lines of about `width` columns.

    Hands take several lines where they are long and there is room, else one; where there is no
    room for all seats, those around the one to act are shown.
    """
    head, *left = map(Text("").join, zip(*_columns(replay, frame, scene), strict=True))
    hands = [[*_hand(holding), *_marks(frame, seat)] for seat, holding in enumerate(scene.holdings)]
    blocks = [wrapped(hand, max(width - head.cell_len, _LEAST_HAND)) for hand in hands]
    if sum(map(len, blocks)) >= room:
        blocks = [[Text(" ").join(hand)] for hand in hands]
    first = max(0, min((frame.to_act or 0) - room // 2, len(blocks) - room + 1))
    rows = [head.append("hand", style="dim")]
    indent = Text(" " * head.cell_len)
    for before, block in list(zip(left, blocks, strict=True))[first:][: max(room - 1, 1)]:
        rows += [before + block[0], *(indent + line for line in block[1:])]
    return rows


def draw_card(card: Card) -> Text:
    """Draw a card: its rank, and its suit as a symbol."""
    return Text(card.rank.letter + card.suit.symbol, style=_style(card.suit.symbol))


def draw_cards(cards: Cards) -> Iterator[Text]:
    """Draw cards suit by suit, the highest first."""
    for suit, held in groupby(reversed(list(cards)), key=lambda card: card.suit):
        ranks = "".join(card.rank.letter for card in held)
        yield Text(suit.symbol + ranks, style=_style(suit.symbol))


def _style(symbol: str) -> str:
    return "red" if symbol in _RED else ""


# --- what stands before the hand ---


def _columns(replay: Replay, frame: Frame, scene: Scene) -> Iterator[list[Text]]:
    """Give the columns that this game has, each with its head, padded to one width."""
    seats, holdings = range(len(replay.names)), scene.holdings
    names = [Text(name, style=_name_style(frame, seat)) for seat, name in enumerate(replay.names)]
    for name in names:
        name.truncate(_LONGEST_NAME, overflow="ellipsis")
    yield _column("", [_sign(replay, frame, seat) for seat in seats])
    yield _column("name", names)
    if scene.has_tricks:
        yield _column(
            "trick", [_laid(frame, seat, holding) for seat, holding in enumerate(holdings)]
        )
    if any(holding.count is not None for holding in holdings):
        yield _column("cards", [Text(f"{holding.count:>5}") for holding in holdings])
    if any(holding.points is not None for holding in holdings):
        totals = [holding.points for holding in holdings]
        points = totals if frame.to_act is not None else replay.record.penalty
        yield _column("points", [Text(f"{total:>6}") for total in points])
    if replay.times:
        yield _column("think", [Text(_think(replay, seat), style="dim") for seat in seats])


def _column(head: str, cells: list[Text]) -> list[Text]:
    column = [Text(head, style="dim"), *cells]
    width = max(cell.cell_len for cell in column) + 1
    for cell in column:
        cell.pad_right(width - cell.cell_len)
    return column


def _sign(replay: Replay, frame: Frame, seat: int) -> Text:
    """Point to the seat that is to act; after the end, give the place."""
    if frame.to_act is None:
        return Text(str(replay.record.places[seat]), style="bold")
    return Text("▶" if seat == frame.to_act else " ", style="bold")


def _name_style(frame: Frame, seat: int) -> str:
    return "bold" if seat == frame.to_act else ""


def _laid(frame: Frame, seat: int, holding: Holding) -> Text:
    """Draw the card that a seat has played to the trick; the latest stands out."""
    if holding.laid is None:
        return Text()
    card = draw_card(holding.laid)
    if seat == frame.actor:
        card.stylize("bold reverse")
    return Text("(").append_text(card).append(")") if holding.slipped else card


def _think(replay: Replay, seat: int) -> str:
    """Give the mean think time for a question of this game."""
    time = replay.times.get(seat)
    return duration(1000 * time.total_s / time.decisions) if time and time.decisions else ""


# --- the hand ---


def _hand(holding: Holding) -> Iterator[Text]:
    if holding.is_out:
        yield Text("out", style="dim")
    elif holding.hand is not None:
        yield from draw_cards(holding.hand)
    elif holding.count:
        yield Text("·" * holding.count, style="dim")
    elif holding.other:
        yield Text(printable(holding.other))


def _marks(frame: Frame, seat: int) -> Iterator[Text]:
    if frame.fault and seat == frame.actor:
        yield Text(f"fault: {printable(frame.fault)}", style="bold red")
    if seat in frame.autopilot:
        yield Text("autopilot", style="red")


def wrapped(words: Iterable[Text], width: int) -> list[Text]:
    """Put words in lines of `width` columns, one line at least."""
    lines = [Text()]
    for word in words:
        if lines[-1] and lines[-1].cell_len + 1 + word.cell_len > width:
            lines.append(Text())
        if lines[-1]:
            lines[-1].append(" ")
        lines[-1].append_text(word)
    return lines
