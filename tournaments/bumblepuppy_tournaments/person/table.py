"""The table as the person at it sees it, in lines for a screen of 80 columns and 24 rows.

Names and a third party's values are somebody else's text: they are put in `Text` objects, never in
markup, and what cannot be printed is replaced. Colours repeat what symbols say.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from rich.table import Table
from rich.text import Text

from bumblepuppy_sdk.actions import Kind
from bumblepuppy_sdk.cards import FRENCH
from bumblepuppy_sdk.games.rolling_stone import RollingStoneView
from bumblepuppy_sdk.games.rumba import RumbaView
from bumblepuppy_tournaments.replaying.scene import scene_of
from bumblepuppy_tournaments.screen.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import Cards
    from bumblepuppy_sdk.games.base import Result
    from bumblepuppy_sdk.games.view import View
    from bumblepuppy_tournaments.person.words import Words

NO_CLOCK: Final = 30 * 86400.0
"""Seconds that a person has who has no clock: as many as the contract can well tell."""
_RED: Final = "♦♥"
_FEWEST_EVENTS: Final = 3
"""Lines that tell what happened, however long the hand is."""


def draw(
    view: View[Any], told: Sequence[str], words: Words, width: int, height: int
) -> list[Text | Table]:
    """Draw all that the person needs for a decision, in `height` lines if that can be done.

    Args:
        view: What the person sees.
        told: What has happened since the decision before, oldest first.
        words: In what words.
        width: Columns.
        height: Rows; of what happened as much is told as there is room for.
    """
    title = _wrapped(_facts(view, words), width, gap=" · ")
    for line in title:
        line.stylize("bold")
    below = [*_middle(view, words, width), *_choices(view, words, width)]
    # Beside these: a gap, the head of the players, and the question.
    taken = 3 + len(title) + view.options.players + len(below)
    room = max(height - taken, _FEWEST_EVENTS)
    events = latest(told, words, width, room)
    return [Text(), *title, _players(view, words), *events, *below]


def draw_result(result: Result, words: Words) -> Table:
    """Draw how a game ended, by place."""
    table = Table(box=None, pad_edge=False)
    for key in ("place", "name", "points"):
        table.add_column(words.say(key), justify="left" if key == "name" else "right")
    rows = zip(result.places, words.names, result.penalty, strict=True)
    for seat, (place, name, points) in sorted(enumerate(rows), key=lambda row: row[1][0]):
        table.add_row(str(place), Text(name), str(points), style=_style_of(seat, words))
    return table


def _style_of(seat: int, words: Words) -> str:
    return "bold" if seat == words.me else ""


def _facts(view: View[Any], words: Words) -> Iterator[str]:
    """Tell what there is to know beside the cards, and what symbols mean in a foreign pack."""
    match view:
        case RollingStoneView():
            yield words.say("hand", number=view.hand_number + 1)
            yield words.say("tricks", number=view.tricks + 1)
            if view.trump:
                yield words.say("trump", suit=words.suit(view.trump))
        case RumbaView():
            yield words.say("hand", number=view.hand_number + 1)
            yield words.say("stock", count=view.stock)
            yield words.say("direction", arrow="↓" if view.direction > 0 else "↑")
    if view.time.move < NO_CLOCK:
        yield words.say("time", seconds=round(view.time.move + view.time.bank))
    if words.suits is not FRENCH:
        yield " ".join(map(words.suit, words.suits.suits))


def _players(view: View[Any], words: Words) -> Table:
    """Draw a row a seat, in the order of play; the person's is marked."""
    scene = scene_of({view.seat: view}, len(words.names))
    has_points = any(holding.points is not None for holding in scene.holdings)
    table = Table(box=None, pad_edge=False, show_edge=False)
    heads = ["", "name", "cards", *["trick"] * scene.has_tricks, *["points"] * has_points, ""]
    for head in heads:
        table.add_column(words.say(head) if head else "", no_wrap=True)
    for seat, (name, holding) in enumerate(zip(words.names, scene.holdings, strict=True)):
        row = [Text("▶" if seat == view.seat else ""), Text(name)]
        row.append(Text("" if holding.count is None else f"{holding.count:>2}"))
        if scene.has_tricks:
            laid = words.card(holding.laid) if holding.laid else ""
            row.append(_coloured(f"({laid})" if holding.slipped else laid))
        if has_points:
            row.append(Text(str(holding.points)))
        row.append(Text(_notes(view, seat, words) or printable(holding.other)))
        table.add_row(*row, style=_style_of(seat, words))
    return table


def _notes(view: View[Any], seat: int, words: Words) -> str:
    """Tell what else there is to know of a seat."""
    if seat in getattr(view, "out", ()):
        return words.say("out")
    return words.say("dealer") if seat == getattr(view, "dealer", None) else ""


def latest(told: Sequence[str], words: Words, width: int, room: int) -> list[Text]:
    """Tell what happened last, in `room` lines."""
    told = [*map(printable, told)]
    lines = [line for sentence in told for line in _wrapped(sentence.split(" "), width)]
    if len(lines) > room:
        earlier = words.say("earlier", count=len(lines) - room + 1)
        return [Text(earlier, style="dim"), *lines[len(lines) - room + 1 :]]
    return lines


def _middle(view: View[Any], words: Words, width: int) -> Iterator[Text]:
    """Tell what lies in the middle and what the person holds."""
    match view:
        case RollingStoneView():
            led = view.suit_led
            yield Text(words.say("led", suit=words.suit(led)) if led else words.say("lead"))
            yield from _hand(view.hand, words, width)
        case RumbaView():
            yield from _wrapped(_to_match(view, words), width)
            yield from _hand(view.hand, words, width)


def _to_match(view: RumbaView, words: Words) -> Iterator[str]:
    top, suit = words.card(view.top), words.suit(view.suit)
    if view.legal[0].kind == Kind.SUIT:
        yield words.say("naming", card=top)
    elif view.suit_only:
        yield words.say("named", card=top, suit=suit)
    else:
        yield words.say("top", card=top, suit=suit, rank=words.rank(view.top.rank))
    if view.second:
        yield words.say("second")
    if view.drawn:
        yield words.say("drawn", count=view.drawn)


def _hand(hand: Cards, words: Words, width: int) -> Iterator[Text]:
    """Draw a hand, suit by suit."""
    held = [
        " ".join([suit.symbol, *(words.rank(card.rank) for card in cards)])
        for suit, cards in groupby(hand, key=lambda card: card.suit)
    ]
    yield from _wrapped([words.say("yours") + ":", *held], width, gap="  ")


def _choices(view: View[Any], words: Words, width: int) -> Iterator[Text]:
    """Number what is legal."""
    numbered = (f"[{n}] {_choice(view, act, words)}" for n, act in enumerate(view.legal, 1))
    yield from _wrapped(numbered, width, gap="  ")


def _choice(view: View[Any], action: Action, words: Words) -> str:
    said, effect = printable(words.act(action)), None
    if isinstance(view, RumbaView) and action.card:
        effect = view.options.effect_of(action.card)
    return f"{said} ({words.effect(effect)})" if effect else said


def _wrapped(parts: Iterable[str], width: int, gap: str = " ") -> list[Text]:
    """Put parts in lines of at most `width` columns, one line at least."""
    lines = [Text()]
    for part in map(_coloured, parts):
        if lines[-1] and lines[-1].cell_len + len(gap) + part.cell_len > width:
            lines.append(Text())
        if lines[-1]:
            lines[-1].append(gap)
        lines[-1].append_text(part)
    return lines


def _coloured(text: str) -> Text:
    return Text(text, style="red" if any(sign in text for sign in _RED) else "")
