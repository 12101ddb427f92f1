"""A replay: what is told of a game, to everybody and to a seat."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bumblepuppy_sdk.actions import CHALLENGE, NAME_SUIT, PLAY, SLIP, Action
from bumblepuppy_sdk.cards import FRENCH, RANK_LETTERS
from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_sdk.games import events, rolling_stone, rumba
from bumblepuppy_sdk.records import Fault
from bumblepuppy_server.evidence import Exchange, SeatEvidence
from bumblepuppy_server.outcome import SeatTime
from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.replaying.drawing import draw
from bumblepuppy_tournaments.replaying.frames import Replay
from bumblepuppy_tournaments.replaying.position import Position
from bumblepuppy_tournaments.replaying.replay import replay_of, show_replay, watcher_of
from bumblepuppy_tournaments.replaying.transcript import transcript
from bumblepuppy_tournaments.replaying.words import Teller
from bumblepuppy_tournaments.store.writer import StoreError, Writer
from recorded_games import outcome_of, recorded, recorded_by_name
from strategies import ROLLING_STONE_OPTIONS, SEEDS
from strategies_rumba import rumba_options
from tournament_games import outcomes_of, plan_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bumblepuppy_sdk.cards import Cards
    from bumblepuppy_sdk.games.base import Game
    from bumblepuppy_sdk.records import Record

GAMES: Final[st.SearchStrategy[tuple[Game, Any]]] = st.one_of(
    st.tuples(st.just(rolling_stone.GAME), ROLLING_STONE_OPTIONS),
    st.tuples(st.just(rumba.GAME), rumba_options()),
)
CARD: Final = FRENCH.card
EXCHANGE: Final = Exchange(
    action=2,
    legal=["any"],
    answer=None,
    elapsed_s=1.3,
    claimed_s=None,
    charged_s=1.25,
    allowed_s=1.0,
    lag_s=0.05,
)


def screens(replay: Replay) -> Iterator[str]:
    """Draw every frame, as at a terminal of 80 columns and 24 rows."""
    for frame in replay.frames:
        yield draw(replay, Position(frame.number, playing=False), 80, 24).markup


@settings(max_examples=8)
@given(GAMES, SEEDS, st.integers(1, 120), st.integers(1, 40))
def test_any_game_is_told_in_printable_lines_and_drawn_in_any_window(
    chosen: tuple[Game, Any], seed: int, width: int, height: int
) -> None:
    record, rng = recorded(*chosen, seed), Random(seed)
    replay = Replay(outcome_of(record), rng.choice([None, 0]))
    told = list(transcript(replay))
    assert all(line.isprintable() for line in told)
    assert [frame.to_act for frame in replay.frames[:-1]] == [seat for seat, _ in record.actions]
    for number in (0, rng.randrange(len(replay.frames)), len(replay.frames) - 1):
        drawn = draw(replay, Position(number, playing=False), width, height).split("\n")
        assert len(drawn) <= max(height, 1)
        assert all(line.cell_len <= width for line in drawn)


def _hand(view: Any) -> Cards:
    hand: Cards = view.hand
    return hand


def test_eight_seats_with_all_their_cards_fit_on_a_screen_of_80_by_24() -> None:
    replay = Replay(outcome_of(recorded_by_name("rolling-stone", 1, players=8)))
    lines = draw(replay, Position(0, playing=False), 80, 24).plain.splitlines()
    assert len(lines) == 24
    views = replay.views(0)
    for seat, line in enumerate(lines[4:12]):
        count, *hand = line.partition(f"b{seat}")[2].split()
        ranks = [character for character in "".join(hand) if character in RANK_LETTERS]
        assert count == "7"
        assert sorted(ranks) == sorted(card.rank.letter for card in _hand(views[seat]))


def test_the_views_of_a_frame_are_the_same_whichever_way_it_was_come_to() -> None:
    replay = Replay(outcome_of(recorded_by_name("rumba", 1, players=4)))
    last = len(replay.frames) - 1
    there = [replay.views(number) for number in range(last + 1)]
    back = [replay.views(number) for number in range(last, -1, -1)]
    assert back == there[::-1]


# --- what a seat saw ---


def _swaps(record: Record, told: str) -> Iterator[Record]:
    """Swap cards of the first deal, two by two, that the watcher never held nor was shown."""
    deck = record.hands[0]["deck"]
    hidden = [place for place, card in enumerate(deck) if card not in told]
    for one, other in combinations(hidden, 2):
        swapped = [*deck]
        swapped[one], swapped[other] = deck[other], deck[one]
        yield replace(record, hands=[{**record.hands[0], "deck": swapped}])


@pytest.mark.parametrize(
    ("name", "options"),
    [("rolling-stone", {"players": 5}), ("rumba", {"players": 3, "hand_size": 8})],
)
def test_no_byte_of_what_a_seat_saw_depends_on_hidden_cards(
    name: str, options: dict[str, object]
) -> None:
    tried = 0
    for seed, watcher in ((1, 0), (2, 1), (3, 2)):
        record = recorded_by_name(name, seed, **options)
        seen = Replay(outcome_of(record), watcher)
        told, drawn = list(transcript(seen)), list(screens(seen))
        for other in _swaps(record, "\n".join(told)):
            try:
                twin = Replay(outcome_of(other), watcher)
            except BumblepuppyError:
                continue  # with the other card a seat could not have done the same
            assert list(transcript(twin)) == told
            if drawn:  # once a game suffices: it takes its time
                assert list(screens(twin)) == drawn
                drawn.clear()
            tried += 1
            if tried % 5 == 0:
                break
    assert tried >= 5


def test_a_seat_is_told_nothing_of_the_others_faults_and_times() -> None:
    record = recorded_by_name("rolling-stone", 1, players=4)
    seat = record.actions[2][0]
    outcome = replace(
        outcome_of(record, faults=[Fault(seat, 2, "timeout")], autopilot=[seat]),
        times=tuple(SeatTime(2, 0.1 * number, 0.1) for number in range(4)),
        evidence=tuple(
            SeatEvidence(exchanges=[EXCHANGE] * (s == seat), faults=[]) for s in range(4)
        ),
    )
    everything = "\n".join(transcript(Replay(outcome)))
    assert (
        f"   3 b{seat} is at fault (timeout) after 1.2s: the referee acts by default" in everything
    )
    assert "on autopilot" in everything
    other = Replay(outcome, (seat + 1) % 4)
    for text in ("\n".join(transcript(other)), *screens(other)):
        assert "fault" not in text
        assert "autopilot" not in text
    assert sum("questions 2" in line for line in transcript(other)) == 1


# --- faults, autopilot, think times ---


def test_a_seat_is_on_autopilot_from_its_last_fault_on_and_a_suspended_one_from_the_deal() -> None:
    record = recorded_by_name("rolling-stone", 1, players=4)
    faults = [Fault(1, 1, "illegal"), Fault(1, 5, "illegal")]
    replay = Replay(outcome_of(record, faults=faults, autopilot=[1, 2], suspended=[2]))
    assert [sorted(frame.autopilot) for frame in replay.frames[4:8]] == [[2], [2], [1, 2], [1, 2]]
    assert [frame.number for frame in replay.frames if frame.fault] == [2, 6]
    assert replay.frames[2].is_turning_point


def test_a_think_time_is_told_where_it_was_kept_and_nowhere_else() -> None:
    record = recorded_by_name("rolling-stone", 1, players=4)
    kept = SeatEvidence(exchanges=[replace(EXCHANGE, action=0, charged_s=0.002)], faults=[])
    none = SeatEvidence(exchanges=[], faults=[])
    replay = Replay(replace(outcome_of(record), evidence=(kept, none, none, none)))
    lines = list(transcript(replay))
    assert [line for line in lines if "after" in line and "ended" not in line] == [
        "   1 b0 answers after 2.0ms"
    ]


# --- in words ---


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.HandDealt(0, 1), "hand 1: bob deals"),
        (
            events.HandDealt(1, 0, trump=FRENCH.suit("H"), trump_card=CARD("9H")),
            "hand 2: ann deals; hearts are trumps (9H)",
        ),
        (events.HandDealt(0, 0, opener=CARD("7C")), "hand 1: ann deals; 7C is turned up"),
        (events.Acted(0, PLAY[FRENCH][CARD("7C").code]), "ann plays 7C"),
        (events.Acted(0, SLIP[FRENCH][CARD("7C").code]), "ann slips in 7C"),
        (events.Acted(1, CHALLENGE), "bob challenges"),
        (events.Acted(1, NAME_SUIT[FRENCH][2]), "bob names hearts"),
        (events.Acted(1, Action("keep")), "bob keep"),
        (events.TrickWon(1), "bob wins the trick"),
        (events.TookUp(0, (CARD("7C"), CARD("AS"))), "ann takes up 7C AS"),
        (events.Drew(0, 2), "ann gets 2 cards from the stock"),
        (events.Drew(0, 1, (CARD("7C"),)), "ann gets 7C from the stock"),
        (events.Restocked(9), "the discards under the top card are the new stock: 9 cards"),
        (events.Turned(-1), "play turns round, to lower seats"),
        (events.Skipped(1), "bob loses its turn"),
        (events.WentOut(1), "bob is out"),
        (events.HandEnded("out", (3, 0)), "the hand is over (out); penalty points: ann 3, bob 0"),
    ],
)
def test_each_event_is_told_in_a_sentence(event: events.Event, sentence: str) -> None:
    assert Teller(["ann", "bob"]).event(event) == sentence


def test_a_transcript_tells_deal_play_and_places_with_the_numbers_of_the_actions() -> None:
    record = recorded_by_name("rolling-stone", 1, players=4)
    lines = list(transcript(Replay(outcome_of(record))))
    assert lines[:2] == [
        "game 3237944617d4 · rolling-stone · slot 17",
        "   0 hand 1: b3 deals",
    ]
    hands = [line.split()[3:] for line in lines[2:6]]
    assert sorted(card for hand in hands for card in hand) == sorted(record.hands[0]["deck"])
    acted = [line for line in lines if " plays " in line or line.endswith(" picks up")]
    assert len(acted) == len(record.actions)
    assert [int(line.split()[0]) for line in acted] == list(range(1, len(acted) + 1))
    ending = f"ended by {record.reason!r} after {len(record.actions)} actions"
    assert lines[-5] == ending
    assert [int(line.split()[1]) for line in lines[-4:]] == sorted(record.places)


def test_every_hand_of_a_match_is_told_with_its_cards() -> None:
    record = recorded_by_name("rumba", 1, players=2, target=30)
    lines = list(transcript(Replay(outcome_of(record))))
    assert len(record.hands) > 1
    assert sum("b0 holds" in line for line in lines) == len(record.hands)


def test_a_bot_that_sits_twice_is_called_by_its_seats_too() -> None:
    record = recorded_by_name("rolling-stone", 1, players=4)
    replay = Replay(outcome_of(record, seats=["ann", "bob", "ann", "e\x1b[2J"]))
    assert replay.names == ["ann (0)", "bob", "ann (2)", "e\ufffd[2J"]


# --- what cannot be shown ---


def test_the_watcher_is_found_by_name_or_seat() -> None:
    names = ["ann", "bob", "ann", "0"]
    assert [watcher_of(wanted, names) for wanted in ("bob", "2", "0")] == [1, 2, 3]


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("bop", r"--seat 'bop': nobody of that name played; did you mean 'bob'\?"),
        ("ann", "--seat 'ann': it sat in more than one seat: give the number, of 0, 2"),
        ("4", "nobody of that name played; at the table: ann, bob, ann, 0"),
    ],
)
def test_a_watcher_that_is_nobody_is_refused(wanted: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        watcher_of(wanted, ["ann", "bob", "ann", "0"])


@pytest.mark.parametrize(
    "changed",
    [{"actions": [(0, "play 2C")]}, {"hands": []}, {"actions": [(0, 7)]}, {"game": "whist"}],
)
def test_a_record_that_is_no_game_is_refused_in_words(changed: dict[str, Any]) -> None:
    record = recorded_by_name("rolling-stone", 1, players=4)
    with pytest.raises(BumblepuppyError, match="game 3237944617d4 does not replay: "):
        replay_of(outcome_of(record, **changed), None)


def test_a_game_that_was_void_so_far_is_refused_in_words(tmp_path: Path) -> None:
    (outcome,) = outcomes_of(plan_of(), 1)
    with Writer(tmp_path / "cup.sqlite", plan_of(), 1) as writer:
        writer.append([replace(outcome, void="the host stood still")], writer.standings())
    with pytest.raises(StoreError, match=r"slot 0 was void so far .the host stood still"):
        show_replay("0", tmp_path / "cup.sqlite", None, plain=True, speed=1)


@pytest.mark.parametrize("speed", [-1.0, float("nan"), float("inf")])
def test_a_speed_that_is_none_is_refused(speed: float) -> None:
    with pytest.raises(ConfigError, match=r"--speed .*: expected actions a second, from 0 to 1000"):
        show_replay("0", None, None, plain=True, speed=speed)
