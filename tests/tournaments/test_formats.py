"""Formats, driven by made-up results: who is seated, who meets whom, who goes on."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, islice
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bumblepuppy_tournaments.schedule.blocks import circular_orders
from bumblepuppy_tournaments.schedule.formats import Format, Kind, ScheduleError
from bumblepuppy_tournaments.schedule.knockout import knockout_matches
from bumblepuppy_tournaments.schedule.past import Past, points
from bumblepuppy_tournaments.schedule.schedule import Deals, Schedule, Slot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

NAMES = [f"bot{number}" for number in range(64)]


def by_strength(seats: Sequence[int]) -> tuple[int, ...]:
    """Place everybody by its number: 0 is the best."""
    return tuple(1 + sorted(seats).index(entrant) for entrant in seats)


def by_lot(seed: int) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Place everybody by lot."""
    chance = random.Random(seed)

    def places(seats: Sequence[int]) -> tuple[int, ...]:
        return tuple(chance.sample(range(1, len(seats) + 1), len(seats)))

    return places


def played(
    schedule: Schedule, places: Callable[[Sequence[int]], tuple[int, ...]], most: int = 100_000
) -> tuple[list[Slot], Past]:
    """Play a schedule as one does who folds games only when no more can be drawn."""
    past = Past(schedule.seats)
    slots: list[Slot] = []
    waiting: list[tuple[Sequence[int], Sequence[int]]] = []
    for slot in islice(schedule.unfold(past), most):
        if slot is None:
            assert waiting, "nothing can be drawn, and nothing is open"
            while waiting:
                past.add(*waiting.pop(0))
        else:
            slots.append(slot)
            waiting.append((slot.seats, places(slot.seats)))
    for game in waiting:
        past.add(*game)
    return slots, past


def tables_of(slots: Sequence[Slot], seats: int) -> Iterator[frozenset[int]]:
    """Give who sat at the table of each match."""
    for slot in slots[::seats]:
        yield frozenset(slot.seats)


LOOKING_BACK = st.tuples(
    st.sampled_from([Kind.SWISS, Kind.KNOCKOUT, Kind.LADDER]),
    st.integers(2, 6).flatmap(lambda k: st.tuples(st.integers(k, 20), st.just(k))),
    st.integers(0, 2**16),
)


# --- points ---


@given(st.lists(st.integers(1, 4), min_size=2, max_size=8))
def test_the_points_of_a_game_are_as_many_whatever_was_shared(levels: list[int]) -> None:
    places = [1 + sum(other < mine for other in levels) for mine in levels]
    assert sum(points(places)) == len(levels) * (len(levels) - 1)


# --- all formats that look back ---


@settings(max_examples=40, deadline=None)
@given(LOOKING_BACK)
def test_a_format_that_looks_back_is_the_same_when_it_is_taken_up_again(
    what: tuple[Kind, tuple[int, int], int],
) -> None:
    kind, (entrants, seats), seed = what
    schedule = Schedule(entrants, seats, seed, format=Format(kind=kind))
    slots, past = played(schedule, by_lot(seed), 400)
    # All of the past is known from the start, and none of the future may be looked at.
    again = [slot for slot in islice(schedule.unfold(past), len(slots)) if slot]
    assert again == slots[: len(again)]
    assert len(again) == len(slots)


@settings(max_examples=40, deadline=None)
@given(LOOKING_BACK)
def test_at_every_table_of_a_format_sit_as_many_as_there_are_seats(
    what: tuple[Kind, tuple[int, int], int],
) -> None:
    kind, (entrants, seats), seed = what
    schedule = Schedule(entrants, seats, seed, format=Format(kind=kind))
    slots, _ = played(schedule, by_lot(seed), 400)
    assert all(len(table) == seats for table in tables_of(slots, seats))
    assert [slot.number for slot in slots] == list(range(len(slots)))


# --- gauntlet ---


@pytest.mark.parametrize(("entrants", "seats", "challengers"), [(9, 4, 1), (12, 3, 3), (7, 2, 2)])
def test_in_a_gauntlet_one_challenger_at_a_table_meets_the_field_evenly(
    entrants: int, seats: int, challengers: int
) -> None:
    how = Format(kind=Kind.GAUNTLET, challengers=tuple(NAMES[:challengers]))
    schedule = Schedule(entrants, seats, 1, format=how, names=NAMES[:entrants])
    games: Counter[int] = Counter(dict.fromkeys(range(entrants), 0))
    meetings: Counter[tuple[int, int]] = Counter()
    for match in islice(schedule, 600):
        games.update(match.order)
        here = [entrant for entrant in match.order if entrant < challengers]
        assert len(here) == 1
        meetings.update((here[0], other) for other in match.order if other >= challengers)
        for some in (range(challengers), range(challengers, entrants)):
            assert max(games[i] for i in some) - min(games[i] for i in some) <= 1
    assert max(meetings.values()) - min(meetings.values()) <= 2


@pytest.mark.parametrize(
    ("challengers", "message"),
    [
        ((), "a gauntlet needs a challenger"),
        (("bot9",), "no bot 'bot9'; did you mean"),
        (("bot0", "bot0"), "named twice"),
        (("bot0", "bot1", "bot2"), "a field of at least 3 bots .* only 2"),
    ],
)
def test_a_gauntlet_without_fitting_challengers_is_refused(
    challengers: tuple[str, ...], message: str
) -> None:
    how = Format(kind=Kind.GAUNTLET, challengers=challengers)
    with pytest.raises(ScheduleError, match=message):
        Schedule(5, 4, 1, format=how, names=NAMES[:5])


# --- swiss ---


@pytest.mark.parametrize(("entrants", "seats"), [(16, 2), (16, 4), (13, 4), (9, 3), (40, 4)])
def test_a_swiss_finds_the_best(entrants: int, seats: int) -> None:
    schedule = Schedule(entrants, seats, 3, format=Format(kind=Kind.SWISS))
    _, past = played(schedule, by_strength)
    won: Counter[int] = Counter()
    matches: Counter[int] = Counter()
    for match in past.matches:
        won.update(match)
        matches.update(match.keys())
    assert max(range(entrants), key=lambda i: won[i] / matches[i]) == 0


@settings(max_examples=30, deadline=None)
@given(st.integers(4, 30), st.integers(1, 6), st.integers(0, 2**16))
def test_in_a_swiss_nobody_sits_out_twice_before_all_did_once(
    entrants: int, rounds: int, seed: int
) -> None:
    schedule = Schedule(entrants, 4, seed, format=Format(kind=Kind.SWISS, rounds=rounds))
    slots, _ = played(schedule, by_lot(seed))
    block = len(circular_orders(4))
    tables = list(tables_of(slots, 4))[::block]
    assert len(tables) == rounds * (entrants // 4)
    turns = Counter(entrant for table in tables for entrant in table)
    turns = Counter({entrant: turns[entrant] for entrant in range(entrants)})
    assert max(turns.values()) - min(turns.values()) <= 1


def test_a_swiss_of_two_seats_repeats_no_pair_while_it_need_not() -> None:
    slots, _ = played(Schedule(16, 2, 5, format=Format(kind=Kind.SWISS, rounds=5)), by_strength)
    meetings = Counter(tables_of(slots, 2))
    assert max(meetings.values()) == 1


# --- knockout ---


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 8])
@pytest.mark.parametrize("more", [0, 1, 3, 7, 12])
def test_a_knockout_is_won_by_the_best_at_a_last_full_table(seats: int, more: int) -> None:
    entrants = seats + more
    how = Format(kind=Kind.KNOCKOUT)
    slots, _ = played(Schedule(entrants, seats, more, format=how), by_strength)
    tables = list(tables_of(slots, seats))
    assert 0 in tables[-1]
    assert {entrant for table in tables for entrant in table} == set(range(entrants))
    assert len(tables) == knockout_matches(entrants, seats, 1)


def test_who_has_dropped_out_of_a_knockout_plays_no_more() -> None:
    slots, past = played(Schedule(16, 4, 7, format=Format(kind=Kind.KNOCKOUT)), by_strength)
    block = len(circular_orders(4))
    tables = list(tables_of(slots, 4))[::block]
    assert len(tables) == 4 + 2 + 1
    assert len(past.matches) == 7 * block
    for first, later in combinations(range(7), 2):
        for entrant in tables[first] & tables[later]:
            assert sorted(tables[first]).index(entrant) < 2, "only the better half goes on"


def test_a_best_of_three_ends_when_it_is_decided() -> None:
    how = Format(kind=Kind.KNOCKOUT, best_of=3)
    slots, _ = played(Schedule(2, 2, 1, format=how), by_strength)
    assert len(slots) == 2 * 2, "two blocks of one match of two games"


def test_a_tie_in_a_knockout_plays_three_blocks_more_and_ends() -> None:
    how = Format(kind=Kind.KNOCKOUT)
    slots, _ = played(Schedule(2, 2, 1, format=how), lambda _: (1, 1))
    assert len(slots) == 2 * (1 + 3)


# --- ladder ---


def noisy(seed: int, noise: float) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Place by number and chance: who is ten better wins nearly always if `noise` is 5."""
    chance = random.Random(seed)

    def places(seats: Sequence[int]) -> tuple[int, ...]:
        shown = {entrant: entrant + chance.gauss(0, noise) for entrant in seats}
        order = sorted(seats, key=shown.__getitem__)
        return tuple(1 + order.index(entrant) for entrant in seats)

    return places


def test_a_newcomer_to_a_ladder_plays_nearly_all_matches_until_it_is_known() -> None:
    def members(match: int) -> Sequence[int]:
        return range(12 if match < 160 else 13)

    how = Format(kind=Kind.LADDER)
    schedule = Schedule(12, 4, 2, format=how, roll=members)
    slots, _ = played(schedule, noisy(1, 4), 4 * 240)
    after = [entrant for table in list(tables_of(slots, 4))[160:200] for entrant in table]
    games = Counter(after)
    assert games[12] >= 30, "of 40 matches; the others played 10 each in the mean"
    later = Counter(entrant for table in list(tables_of(slots, 4))[220:] for entrant in table)
    assert later[12] <= 12, "of 20 matches"


def test_who_leaves_a_ladder_plays_no_more_from_the_next_round_on() -> None:
    def members(match: int) -> Sequence[int]:
        return range(8 if match < 40 else 6)

    schedule = Schedule(8, 4, 2, format=Format(kind=Kind.LADDER), roll=members)
    slots, _ = played(schedule, noisy(1, 4), 4 * 100)
    assert {6, 7} <= set().union(*list(tables_of(slots, 4))[:40])
    assert not {6, 7} & set().union(*list(tables_of(slots, 4))[40:])


def test_a_ladder_of_too_few_waits_for_more() -> None:
    schedule = Schedule(4, 4, 2, format=Format(kind=Kind.LADDER), roll=lambda _: range(3))
    assert next(schedule.unfold(Past(4))) is None


# --- authors ---


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 5), st.integers(2, 6), st.integers(0, 2**16), st.data())
def test_bots_of_one_author_never_meet_if_they_are_kept_apart(
    seats: int, tables: int, seed: int, data: st.DataObject
) -> None:
    entrants = seats * tables + data.draw(st.integers(0, seats - 1))
    most = entrants // seats
    sizes = data.draw(st.lists(st.integers(1, most), max_size=seats))
    authors: list[str | None] = [f"author{i}" for i, size in enumerate(sizes) for _ in range(size)]
    authors = (authors + [None] * entrants)[:entrants]
    schedule = Schedule(
        entrants, seats, seed, format=Format(apart=True), names=NAMES, authors=authors
    )
    games = Counter(dict.fromkeys(range(entrants), 0))
    for match in islice(schedule, 8 * tables):
        known = [authors[entrant] for entrant in match.order if authors[entrant]]
        assert len(known) == len(set(known))
        games.update(match.order)
        assert max(games.values()) - min(games.values()) <= 2


def test_an_author_with_too_many_bots_to_keep_apart_is_refused() -> None:
    with pytest.raises(ScheduleError, match=r"'Ann' entered 3 of 8 bots, .* no more than 2"):
        Schedule(8, 4, 1, format=Format(apart=True), authors=["Ann"] * 3 + [None] * 5)


# --- deals ---


@pytest.mark.parametrize("kind", [Kind.ROUND_ROBIN, Kind.KNOCKOUT, Kind.SWISS])
def test_by_option_the_games_of_a_block_share_a_deal(kind: Kind) -> None:
    schedule = Schedule(3, 3, 1, Deals.BLOCK, format=Format(kind=kind))
    past = Past(3)
    slots = [slot for slot in islice(schedule.unfold(past), 6) if slot]
    assert [slot.deal for slot in slots] == [0] * 6, "a block of three seats has two matches"


def test_a_shared_deal_of_blocks_needs_blocks() -> None:
    with pytest.raises(ScheduleError, match="'block' needs a format of whole blocks"):
        Schedule(5, 4, 1, Deals.BLOCK)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (Format(challengers=("x",)), "challenger: a round-robin has none"),
        (Format(rounds=3), "rounds: only --format swiss"),
        (Format(best_of=3), "best_of: --format swiss and knockout"),
        (Format(kind=Kind.LADDER, apart=True), "apart: .* in a round-robin, not in a ladder"),
    ],
)
def test_what_belongs_to_another_format_is_refused(how: Format, message: str) -> None:
    with pytest.raises(ScheduleError, match=message):
        Schedule(8, 4, 1, format=how)
