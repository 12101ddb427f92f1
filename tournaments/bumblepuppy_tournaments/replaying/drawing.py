"""A frame drawn for a screen.

Names and a third party's values are somebody else's text: they are put in `Text` objects, never in
markup, and what cannot be printed is replaced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from bumblepuppy_sdk.cards import FRENCH, Cards
from bumblepuppy_tournaments.replaying.scene import scene_of
from bumblepuppy_tournaments.replaying.seats import draw_card, draw_cards, draw_seats, wrapped
from bumblepuppy_tournaments.replaying.transcript import heading
from bumblepuppy_tournaments.replaying.words import Teller
from bumblepuppy_tournaments.screen.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.view import View
    from bumblepuppy_tournaments.replaying.frames import Frame, Replay
    from bumblepuppy_tournaments.replaying.position import Position
    from bumblepuppy_tournaments.replaying.scene import Scene

_KEYS: Final = "←→ step  ↑↓ jump  p play/pause  q quit"
_BAR: Final = 20
"""Columns of the bar that tells how far the game has come."""
_FOR_EVENTS: Final = 4
"""Lines that are kept for what happened, where long hands need room."""


def draw(replay: Replay, position: Position, width: int, height: int) -> Text:
    """Draw a frame in `height` lines of at most `width` columns."""
    frame, views = replay.frames[position.at], replay.views(position.at)
    scene = scene_of(views, len(replay.names))
    teller = Teller(replay.names, _card)
    above = [Text(heading(replay), style="bold"), *_facts(scene), Text()]
    asked = wrapped(_next(replay, frame, views, teller).split(" "), width)
    below = [Text(), *_pile(scene, width), *asked, Text()]
    sentences = [Text(printable(sentence)) for sentence in teller.happened(frame)]
    told = [line for sentence in sentences for line in wrapped(sentence.split(" "), width)]
    room = height - 1 - len(above) - len(below) - min(len(told), _FOR_EVENTS)
    rows = draw_seats(replay, frame, scene, width, max(room, 2))
    lines = [*above, *rows, *below, *told][: height - 1]
    lines += [Text()] * (height - 1 - len(lines))
    lines.append(_status(replay, position))
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return Text("\n").join(lines)


def _card(card: Card) -> str:
    return draw_card(card).plain


def _facts(scene: Scene) -> Iterator[Text]:
    """Tell what is to be known beside the cards, and what the symbols mean in a foreign pack."""
    facts = [*scene.facts]
    if scene.suits and scene.suits is not FRENCH:
        facts += [f"{suit.symbol} {suit.name}" for suit in scene.suits.suits]
    if facts:
        yield Text(" · ".join(facts))


def _pile(scene: Scene, width: int) -> Iterator[Text]:
    """Draw the cards that belong to nobody in a line; of a row too long, the latest."""
    if not scene.pile:
        return
    line = Text(f"{scene.pile} ", style="dim")
    if isinstance(scene.cards, Cards):
        yield line.append_text(Text(" ").join(draw_cards(scene.cards)))
        return
    fitting = max(1, (width - line.cell_len - 4) // 3)
    line.append("… " if len(scene.cards) > fitting else "")
    *older, top = map(draw_card, scene.cards[-fitting:])
    top.stylize("bold reverse")
    yield line.append_text(Text(" ").join([*older, top]))


def _next(replay: Replay, frame: Frame, views: Mapping[int, View[Any]], teller: Teller) -> Text:
    """Tell who is asked, and what can be answered as far as that is shown; or how it ended."""
    seat = frame.to_act
    if seat is None:
        return Text(f"The game is over: {printable(replay.record.reason)}.", style="bold")
    line = Text(replay.names[seat], style="bold")
    if seat in frame.autopilot:
        return line.append(" is not asked: the referee plays.", style="not bold")
    if seat not in views:
        return line.append(" is to act.", style="not bold")
    legal = ", ".join(map(teller.choice, views[seat].legal))
    said = "is asked" if len(views[seat].legal) > 1 else "has no choice"
    return line.append(f" {said}: {printable(legal)}", style="not bold")


def _status(replay: Replay, position: Position) -> Text:
    last = len(replay.frames) - 1
    done = _BAR * position.at // max(last, 1)
    sign = "▶" if position.playing else "⏸"
    bar = Text("━" * done).append("━" * (_BAR - done), style="dim")
    where = Text(f"{sign} {position.at}/{last} ").append_text(bar)
    return where.append(f"  {_KEYS}", style="dim")
