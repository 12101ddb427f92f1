"""The house bots: the sample bots as entrants, for whoever brings too few of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bumblepuppy_tournaments.bots.entrants import PYTHON, Entrant

_MODULES: Final = {
    "counter": "bumblepuppy_bots.counter",
    "tips": "bumblepuppy_bots.tips",
    "greedy": "bumblepuppy_bots.greedy",
    "random": "bumblepuppy_bots.random_bot",
    "mcts": "bumblepuppy_bots.mcts",
}
_QUICK: Final = ("counter", "tips", "greedy", "random")
"""Those that play unasked: one that thinks makes a tournament last for minutes."""
_OF_GAMES: Final = ("rolling-stone", "rumba")
"""The games that all of them play; any other game only `random` does."""


def house_bots(least: int, game: str) -> list[Entrant]:
    """Give one of each quick sample bot that plays a game, and more of them (`random-2`).

    There are at least `least` of them.
    """
    names = _QUICK if game in _OF_GAMES else ("random",)
    rounds = -(-max(least, 1) // len(names))
    bots = [house_bot(name, number) for number in range(1, rounds + 1) for name in names]
    return bots[: max(least, len(names))]


def find_house_bot(name: str) -> Entrant | None:
    """Give the house bot called `name`, such as `random` or `random-2`, if there is one."""
    if name in _MODULES:
        return house_bot(name)
    base, _, number = name.rpartition("-")
    is_numbered = base in _MODULES and number.isdecimal() and int(number) > 1
    return house_bot(base, int(number)) if is_numbered else None


def resolve_house_bot(bot: Entrant) -> Entrant:
    """Let a command of one word that is a sample bot's name, such as `tips`, stand for that bot."""
    house = find_house_bot(bot.command[0]) if len(bot.command) == 1 else None
    return replace(bot, command=house.command) if house else bot


def is_house_bot(bot: Entrant) -> bool:
    """Tell whether a bot is one of the house, whatever it is called.

    Its whole command must be the house's: a program of somebody's own could be given the same last
    word, and without `-P` a folder here could take the module's place.
    """
    return any(bot.command == house_bot(name).command for name in _MODULES)


def house_bot(name: str, number: int = 1) -> Entrant:
    """Give a sample bot, such as `counter` or `mcts`; further ones are numbered."""
    shown = name if number == 1 else f"{name}-{number}"
    # -P: a file here that is called random.py, say, must not get in the way.
    return Entrant(name=shown, command=(PYTHON, "-P", "-m", _MODULES[name]))
