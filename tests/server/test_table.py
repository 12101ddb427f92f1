"""One game under way: the fault rules FA-1 to FA-4, and what a table tells and records."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bumblepuppy_sdk.actions import parse_action
from bumblepuppy_sdk.errors import IllegalActionError
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.records import Fault, Record, replay
from bumblepuppy_sdk.simulate import RandomChance
from bumblepuppy_server.table import Cause, Table, place_autopilots_last
from hand_driven import BOTH_GAMES, spec_of
from rumba_deals import deal
from strategies import ROLLING_STONE_OPTIONS, SEEDS
from strategies_rumba import rumba_options

if TYPE_CHECKING:
    from bumblepuppy_sdk.games.base import Game, Options
    from bumblepuppy_server.spec import GameSpec

ANY_GAME = st.tuples(st.just(load_game("rolling-stone")), ROLLING_STONE_OPTIONS) | st.tuples(
    st.just(load_game("rumba")), rumba_options()
)
"""A game and options for it."""


def table_of(spec: GameSpec, seed: int = 1) -> Table:
    game = load_game(spec.game)
    return Table(spec, game.new(game.options(spec.options), RandomChance(Random(seed))))


def play_out(table: Table, *faulty: int, seed: int = 1) -> list[int]:
    """Play a game to its end, some seats being at fault whenever asked; tell who was asked."""
    asked, rng = [], Random(seed)
    while question := table.question:
        asked.append(question.seat)
        if question.seat in faulty:
            table.fault(Cause.TIMEOUT)
        else:
            table.answer(rng.choice(question.legal))
    return asked


def small_table(max_faults: int = 3) -> Table:
    """Give a game of Rumba between three, whose cards are written out; seat 0 is asked."""
    state = deal("7D 8C KS", "2C 3C 4C", "2D 3D 4D", opener="7C", stock="5S 6S 9S TS JS QS")
    return Table(spec_of("rumba", ("ann", "bob", "cyd"), max_faults=max_faults), state)


# --- FA-1 ---


def test_fa_1_a_fault_plays_the_default_action() -> None:
    table = small_table()
    table.fault(Cause.TIMEOUT)
    play_out(table)
    # 7D, 8C and KS are legal; 7D is the lowest by rank.
    assert table.record().actions[0] == (0, "play 7D")


@pytest.mark.parametrize("cause", Cause)
def test_fa_1_the_cause_is_recorded(cause: Cause) -> None:
    table = small_table()
    table.fault(cause)
    play_out(table)
    assert table.record().faults == [Fault(0, 0, cause.value)]


def test_fa_1_a_fault_names_the_action_that_was_played_in_its_place() -> None:
    table = table_of(spec_of("rolling-stone", max_faults=99))
    play_out(table, 2)
    record = table.record()
    assert record.faults
    for fault in record.faults:
        assert record.actions[fault.action][0] == fault.seat == 2


def test_fa_1_an_illegal_action_never_changes_the_table() -> None:
    table = small_table()
    before = table.state.view(0)
    with pytest.raises(IllegalActionError):
        table.answer(parse_action("play 2C"))
    assert table.state.view(0) == before
    assert table.faults_of(0) == 0
    assert table.question is not None
    assert table.question.seat == 0


# --- forced decisions ---


@BOTH_GAMES
@pytest.mark.parametrize("ask_forced", [False, True])
def test_a_decision_with_one_legal_action_is_asked_only_on_request(
    game: str, *, ask_forced: bool
) -> None:
    table = table_of(spec_of(game, ask_forced=ask_forced))
    choices = set()
    while question := table.question:
        choices.add(len(question.legal) > 1)
        table.answer(question.legal[0])
    assert choices == ({True, False} if ask_forced else {True})


@BOTH_GAMES
def test_asking_forced_decisions_changes_no_action(game: str) -> None:
    asked, played = (table_of(spec_of(game, ask_forced=forced)) for forced in (True, False))
    for table in (asked, played):
        while question := table.question:
            table.answer(question.legal[-1])
    assert asked.record() == played.record()


# --- FA-2 ---


@BOTH_GAMES
@pytest.mark.parametrize("max_faults", [1, 2, 3])
def test_fa_2_a_seat_with_max_faults_faults_is_asked_no_more(game: str, max_faults: int) -> None:
    table = table_of(spec_of(game, max_faults=max_faults))
    assert play_out(table, 1).count(1) == max_faults
    assert table.record().autopilot == [1]


def test_fa_2_faults_are_counted_by_seat() -> None:
    table = table_of(spec_of("rolling-stone", max_faults=2))
    while question := table.question:
        if table.faults_of(question.seat) == 0:
            table.fault(Cause.ILLEGAL)
        else:
            table.answer(question.legal[0])
    record = table.record()
    assert {fault.seat for fault in record.faults} == {0, 1, 2, 3}
    assert record.autopilot == []


@BOTH_GAMES
def test_fa_2_on_autopilot_every_action_is_the_default(game: str) -> None:
    table = table_of(spec_of(game, max_faults=1))
    play_out(table, 0)
    record = table.record()
    rules = load_game(game)
    state = rules.new(rules.options(record.options), RandomChance(Random(1)))
    system = rules.suits(state.options)
    for seat, text in record.actions:
        if seat == 0:
            assert text == str(state.default())
        state.apply(parse_action(text, system))


@BOTH_GAMES
def test_a_seat_whose_bot_is_suspended_is_asked_nothing_and_takes_the_default_action(
    game: str,
) -> None:
    table = table_of(spec_of(game, suspended=[1], ask_forced=True))
    assert 1 not in play_out(table)
    record = table.record()
    rules = load_game(game)
    state = rules.new(rules.options(record.options), RandomChance(Random(1)))
    system = rules.suits(state.options)
    for seat, text in record.actions:
        if seat == 1:
            assert text == str(state.default())
        state.apply(parse_action(text, system))


def test_a_suspended_seat_is_at_no_fault_and_named_in_the_record() -> None:
    table = table_of(spec_of("rolling-stone", suspended=[2]))
    play_out(table)
    record = table.record()
    assert (record.suspended, record.autopilot, record.faults) == ([2], [2], [])


# --- FA-3 ---


@BOTH_GAMES
def test_fa_3_a_suspended_seat_is_placed_last_with_those_on_autopilot(game: str) -> None:
    table = table_of(spec_of(game, suspended=[2], max_faults=1))
    play_out(table, 0)
    record = table.record()
    last = len(record.seats) - 1
    assert [record.places[0], record.places[2]] == [last, last]
    assert max(record.places) == last


def test_fa_3_a_seat_on_autopilot_is_placed_last_whatever_its_cards_did() -> None:
    table = small_table(max_faults=1)
    table.fault(Cause.MALFORMED)
    while table.state.result is None:
        table.answer(table.state.default())
    first = table.state.result.places.index(1)
    assert table.places[0] == 3
    assert table.places[first] == (3 if first == 0 else 1)


@pytest.mark.parametrize(
    ("places", "autopilot", "placed"),
    [
        ((1, 2, 3, 4), {0}, (4, 1, 2, 3)),
        ((1, 2, 3, 4), {0, 2}, (3, 1, 3, 2)),
        ((1, 2, 2, 4), {0}, (4, 1, 1, 3)),
        ((1, 1, 3), {1}, (1, 3, 2)),
        ((1, 2, 3), {0, 1, 2}, (1, 1, 1)),
        ((2, 1), set(), (2, 1)),
    ],
)
def test_fa_3_two_on_autopilot_share_last_place_and_the_others_close_up(
    places: tuple[int, ...], autopilot: set[int], placed: tuple[int, ...]
) -> None:
    assert place_autopilots_last(places, autopilot) == placed


PLACES = st.lists(st.integers(0, 5), min_size=2, max_size=8).map(
    lambda points: tuple(1 + sum(other < mine for other in points) for mine in points)
)


@given(PLACES, st.sets(st.integers(0, 7)))
def test_fa_3_the_others_keep_their_order(places: tuple[int, ...], seats: set[int]) -> None:
    autopilot = {seat for seat in seats if seat < len(places)}
    placed = place_autopilots_last(places, autopilot)
    others = [seat for seat in range(len(places)) if seat not in autopilot]
    for one in others:
        assert all(placed[one] < placed[seat] for seat in autopilot)
        for other in others:
            assert (placed[one] < placed[other]) == (places[one] < places[other])


@given(PLACES, st.sets(st.integers(0, 7)), st.data())
def test_fa_3_a_fault_can_never_improve_a_place(
    places: tuple[int, ...], seats: set[int], data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, len(places) - 1))
    others = {other for other in seats if other < len(places)} - {seat}
    without = place_autopilots_last(places, others)[seat]
    assert place_autopilots_last(places, others | {seat})[seat] >= without


# --- FA-4 ---


@BOTH_GAMES
def test_fa_4_every_other_seat_plays_on(game: str) -> None:
    table = table_of(spec_of(game, max_faults=1))
    asked = play_out(table, 0)
    assert set(asked[asked.index(0) + 1 :]) == set(range(1, len(table.spec.seats)))
    assert table.state.result is not None


@BOTH_GAMES
def test_fa_4_a_game_ends_though_every_seat_is_on_autopilot(game: str) -> None:
    table = table_of(spec_of(game, max_faults=1))
    seats = range(len(table.spec.seats))
    play_out(table, *seats)
    assert table.record().places == [1 for _ in seats]


# --- questions ---


@settings(max_examples=50)
@given(ANY_GAME, SEEDS)
def test_a_forced_decision_is_played_without_asking(
    played: tuple[Game, Options], seed: int
) -> None:
    game, options = played
    table = _table(game, options, seed)
    asked, rng = 0, Random(seed)
    while question := table.question:
        assert len(question.legal) >= 2
        asked += 1
        table.answer(rng.choice(question.legal))
    assert len(table.record().actions) >= asked


@BOTH_GAMES
def test_a_bot_s_questions_are_numbered_by_themselves(game: str) -> None:
    # Numbers that counted the others' questions would tell who of them had a choice.
    table = table_of(spec_of(game))
    numbers: dict[int, list[int]] = {}
    while question := table.question:
        numbers.setdefault(question.seat, []).append(question.number)
        table.answer(question.legal[0])
    assert all(mine == list(range(len(mine))) for mine in numbers.values())


def test_a_bot_in_two_seats_never_hears_a_number_twice() -> None:
    table = table_of(spec_of("rolling-stone", ("ann", "bob", "ann", "bob")))
    asked = []
    while question := table.question:
        asked.append((table.spec.seats[question.seat], question.number))
        table.answer(question.legal[0])
    assert len(set(asked)) == len(asked)


# --- news and records ---


@BOTH_GAMES
def test_the_news_are_all_that_happened(game: str) -> None:
    table = table_of(spec_of(game, max_faults=1))
    play_out(table, 1)
    record = table.record()
    state = replay(record)
    again = load_game(game).new(state.options, RandomChance(Random(1)))
    told = list(again.opening)
    system = load_game(game).suits(state.options)
    for _, text in record.actions:
        told += again.apply(parse_action(text, system))
    assert table.events == told


def _table(game: Game, options: Options, seed: int) -> Table:
    names = [f"bot {seat}" for seat in range(options.players)]
    spec = replace(spec_of(game.name), seats=names, options=game.describe(options))
    return Table(spec, game.new(options, RandomChance(Random(seed))))


@settings(max_examples=50)
@given(ANY_GAME, SEEDS, st.floats(0, 0.5))
def test_a_record_replays_to_the_same_result(
    played: tuple[Game, Options], seed: int, clumsiness: float
) -> None:
    table, rng = _table(*played, seed), Random(seed)
    while question := table.question:
        if rng.random() < clumsiness:
            table.fault(rng.choice(list(Cause)))
        else:
            table.answer(rng.choice(question.legal))
    record = Record.from_json(table.record().to_json())
    result = replay(record).result
    assert result is not None
    assert place_autopilots_last(result.places, set(record.autopilot)) == tuple(record.places)
    assert list(result.penalty) == record.penalty
    assert result.reason == record.reason
