"""The sample bots' ways to play Rumba."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from bumblepuppy_bots.strategy.match_memory import MatchMemory
from bumblepuppy_bots.strategy.rumba import counter, greedy, tips
from bumblepuppy_sdk.games.rumba import GAME, RumbaOptions, RumbaView
from bumblepuppy_sdk.simulate import RandomChance
from rumba_deals import act, deal
from strategies import SEEDS
from strategies_rumba import rumba_options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.games.base import Result
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_sdk.games.rumba import RumbaState

    Decide = Callable[[RumbaView], Action]


def counting() -> Decide:
    return partial(counter, memory=MatchMemory())


def at_random(rng: Random) -> Decide:
    return lambda view: rng.choice(view.legal)


def watched(
    options: RumbaOptions, rng: Random, bots: Sequence[Decide]
) -> Iterator[tuple[RumbaState, list[list[Event]]]]:
    """Play a game; give the state and what each seat has seen, before each action and after."""
    state = GAME.new(options, RandomChance(rng))
    seats = range(options.players)
    seen = [[event.seen_by(seat) for event in state.opening] for seat in seats]
    while state.to_act is not None:
        yield state, seen
        view = replace(state.view(state.to_act), history=seen[state.to_act])
        events = state.apply(bots[state.to_act](view))
        for seat in seats:
            seen[seat] += [event.seen_by(seat) for event in events]
    yield state, seen


def result_of(options: RumbaOptions, rng: Random, bots: Sequence[Decide]) -> Result:
    *_, (state, _) = watched(options, rng, bots)
    assert state.result is not None
    return state.result


def wins(bot: Callable[[], Decide], others: Callable[[], Decide], games: int = 300) -> float:
    """Tell which share of games a bot wins against three others, in all seats alike."""
    options, won = GAME.options({}), 0.0
    for number in range(games):
        bots = [bot() if seat == number % 4 else others() for seat in range(4)]
        places = result_of(options, Random(number // 4), bots).places
        won += (places[number % 4] == 1) / places.count(1)
    return won / games


@pytest.mark.parametrize("bot", [lambda: greedy, lambda: tips, counting])
@given(rumba_options(), SEEDS)
def test_every_decision_is_legal_whatever_the_options(
    bot: Callable[[], Decide], options: RumbaOptions, seed: int
) -> None:
    rng = Random(seed)
    bots = [bot(), *(at_random(rng) for _ in range(options.players - 1))]
    assert result_of(options, rng, bots).places


def test_greedy_stays_in_its_longest_suit() -> None:
    assert str(greedy(deal("7D 2C 3C", "3H 4H 5H", opener="7C").view(0))) == "play 2C"


def test_greedy_plays_a_wild_card_rather_than_draw() -> None:
    assert str(greedy(deal("KD 2H", "3H 4H", opener="7C", stock="8C").view(0))) == "play KD"


def test_greedy_and_tips_name_the_suit_held_most_of() -> None:
    state = deal("KD 2H 3H 4S", "3S 4C 5C 6C", opener="7C")
    act(state, "play KD")
    assert [str(bot(state.view(0))) for bot in (greedy, tips)] == ["suit H", "suit H"]


def test_tips_keeps_a_wild_card_until_nothing_else_matches() -> None:
    assert str(tips(deal("KC QC 7D", "3H 4H 5H", opener="7C").view(0))) == "play QC"
    assert str(tips(deal("KC 2H 3H", "3S 4H 5H", opener="7S", stock="8S").view(0))) == "play KC"


def test_tips_plays_an_ace_first() -> None:
    assert str(tips(deal("2C 3C 4C AC", "3H 4H 5H 6H", opener="7C").view(0))) == "play AC"


def test_counter_keeps_a_wild_card_for_the_end() -> None:
    assert str(counting()(deal("KC 7D", "3H 4H", opener="7C").view(0))) == "play 7D"


def test_counter_leaves_what_the_next_seat_could_not_match() -> None:
    state = deal("7S 5D 5S 2D", "3C 9H TH JH", opener="7C", stock="8H QH 4H", draw_limit=1)
    seen = list(state.opening)
    for action in ("play 7S", "draw", "pass"):
        seen += [event.seen_by(0) for event in act(state, action)]
    bot = counting()
    view = replace(state.view(0), history=seen)
    assert str(bot(view)) == "play 5S"


def test_counter_goes_out_when_it_can() -> None:
    assert str(counting()(deal("AC", "3H", opener="7C").view(0))) == "play AC"


@given(rumba_options(), SEEDS)
def test_what_the_memory_says_that_others_lack_they_do_lack(
    options: RumbaOptions, seed: int
) -> None:
    rng, memory = Random(seed), MatchMemory()
    bots = [at_random(rng)] * options.players
    for state, seen in watched(options, rng, bots):
        memory.update(replace(state.view(0), history=seen[0]))
        for seat in range(options.players):
            lacked = [c for c in state.view(seat).hand if memory.lacking[seat] >> c.code & 1]
            assert len(lacked) <= memory.fresh[seat]


def test_a_counter_that_reads_the_history_bit_by_bit_decides_as_one_that_reads_it_at_once() -> None:
    def both(view: RumbaView, *, bit_by_bit: Decide) -> Action:
        action = bit_by_bit(view)
        assert counting()(view) == action
        return action

    for seed in range(5):
        bots = [partial(both, bit_by_bit=counting()) for _ in range(4)]
        assert result_of(GAME.options({"effects": "full"}), Random(seed), bots).places


def test_each_way_to_play_wins_more_than_a_quarter_against_three_of_the_one_before() -> None:
    by_lot = partial(at_random, Random(0))
    assert wins(lambda: greedy, by_lot) > 0.26
    assert wins(lambda: tips, lambda: greedy) > 0.26
    assert wins(counting, lambda: tips) > 0.26
