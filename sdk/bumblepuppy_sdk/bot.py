"""What a contestant writes: a `Bot`."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_sdk.games import game_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from bumblepuppy_sdk.games.base import Result
    from bumblepuppy_sdk.games.events import Event


@dataclass(frozen=True, slots=True)
class GameStart:
    """What a bot knows before the first card."""

    game_id: str
    """Names the game; the records know it too."""
    game: str
    """`"rolling-stone"`, `"rumba"`, or a third party's."""
    seat: int
    """The bot's seat, from 0."""
    options: Any
    """The rules in force."""


class Bot:
    """A contestant: one instance plays one seat of one game, so that nothing leaks between games.

    Give it a method for each game that it plays; `view` is all that the seat may see, and the
    method returns one of `view.legal`:

        class Careful(Bot):
            def play_rolling_stone(self, view: RollingStoneView) -> Action:
                return view.legal[0]

            async def play_rumba(self, view: RumbaView) -> Action:
                return self.random.choice(view.legal)

    A method `play` plays every installed game for which there is no method of its own. Methods may
    be plain or `async`. The hooks `on_start`, `on_event` and `on_result` are optional.
    `random` and `game` are there before `__init__` runs.
    """

    random: random.Random
    """Seeded by the referee for this game and seat: a bot that takes all its chance from here
    plays the same again."""
    game: GameStart
    """The game that this instance plays."""

    def on_start(self) -> None:
        """Get ready: called once, before the first decision, on whose clock it runs.

        What takes long belongs at the top of the file: a bot has 30 seconds to start.
        """

    def on_event(self, event: Event) -> None:
        """Take note of something that happened; called in order, before the next decision."""

    def on_result(self, result: Result) -> None:
        """Take note of the end of the game."""


ANY_GAME: Final = "play"
"""The name of the method that plays whatever has no method of its own."""


def method_name(game: str) -> str:
    """Give the name of the method that plays `game`: `"play_rolling_stone"`."""
    return "play_" + game.replace("-", "_")


def method_of(bot: Bot, game: str) -> Callable[[Any], Any]:
    """Give the method with which a bot plays `game`.

    Raises:
        AttributeError: it has none.
    """
    name = method_name(game)
    if hasattr(bot, ANY_GAME) and not hasattr(bot, name):
        name = ANY_GAME
    method: Callable[[Any], Any] = getattr(bot, name)
    return method


def games_of(bot: type[Bot]) -> list[str]:
    """List the games that a bot plays: those for which it has a method."""
    names = [name for name in dir(bot) if name.startswith("play_") and callable(getattr(bot, name))]
    games = [name.removeprefix("play_").replace("_", "-") for name in names]
    if callable(getattr(bot, ANY_GAME, None)):
        games += [name for name in game_names() if name not in games]
    return games


def seat_bot(bot: type[Bot], start: GameStart, seed: int) -> Bot:
    """Make the instance for one seat of one game."""
    instance = bot.__new__(bot)
    # Set first, so that a contestant's own __init__ can already use them.
    instance.random = random.Random(seed)  # noqa: S311 - a bot's own chance guards no secret
    instance.game = start
    instance.__init__()  # type: ignore[misc]
    return instance
