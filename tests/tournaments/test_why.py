"""Playing a game once more: what a file keeps of it suffices to specify it again."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest

from bumblepuppy_tournaments.schedule.deals import schedule_seed
from bumblepuppy_tournaments.schedule.schedule import Deals, Schedule
from bumblepuppy_tournaments.settings.plan import spec_of
from bumblepuppy_tournaments.store.writer import Writer
from bumblepuppy_tournaments.telling.why import _spec_again
from tournament_games import outcome_of, plan_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("deals", Deals)
def test_a_game_is_specified_again_as_it_was_the_first_time(tmp_path: Path, deals: Deals) -> None:
    plan = replace(plan_of(("ann", "bob", "cyd", "dan")), deals=deals)
    with Writer(tmp_path / "cup.sqlite", plan, 40) as writer:
        schedule = Schedule(len(plan.entrants), plan.seats, schedule_seed(writer.secret), deals)
        for slot in islice(schedule.slots(), 10):
            first = spec_of(plan, writer.secret, slot, 2, [1])
            outcome = outcome_of(plan, slot.number, first.seats, Random(1), attempt=2)
            record = replace(outcome.record, suspended=[1])
            assert _spec_again(writer, record) == first
