"""Whose turn it is to think.

Of the bots that think long only so many do so at one time, those with the oldest games first: they
would take each other's processor away, and be charged for it.
"""

from __future__ import annotations

import heapq
from operator import itemgetter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection

    from bumblepuppy_server.player import Player

MOST_THINKERS: Final = 1 << 16
"""No limit, where nobody sets one."""


def has_turn(player: Player, players: Collection[Player], thinkers: int) -> bool:
    """Tell whether a bot for which a question waits may be asked now.

    Args:
        player: The bot.
        players: All that are here.
        thinkers: How many of those that think long may do so at one time.
    """
    if not player.is_thinking or len(players) <= thinkers:
        return True
    others = [other for other in players if other.is_thinking and other is not player]
    before = sum(len(other.clock) > 0 or other.waits_before(player) for other in others)
    return before < thinkers


def pass_turn(player: Player, players: Collection[Player], thinkers: int) -> None:
    """Let others see whether it is their turn to think, now that this bot has done so.

    Only those with the oldest questions can have it, and to wake all of a large field takes longer
    than all else.
    """
    if player.is_thinking:
        waiting = [(oldest, p) for p in players if p.is_thinking and (oldest := p.oldest)]
        for _, other in heapq.nsmallest(thinkers, waiting, key=itemgetter(0)):
            other.wake()
