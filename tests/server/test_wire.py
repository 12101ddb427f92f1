"""What goes over the wire: nothing is lost on it, and nothing hidden gets onto it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING
from unittest import mock

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk import wire
from bumblepuppy_sdk.actions import parse_action
from bumblepuppy_sdk.cards import FRENCH
from bumblepuppy_sdk.errors import OptionError
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.games.events import Drew, Event
from bumblepuppy_sdk.games.rumba.game import Rumba
from bumblepuppy_sdk.games.view import TimeLeft
from bumblepuppy_sdk.simulate import RandomChance
from bumblepuppy_sdk.wire.other import OtherCodec
from bumblepuppy_server import refereed
from bumblepuppy_server.chance import KeyedChance
from bumblepuppy_server.table import Table
from hand_driven import Bench, first_legal, spec_of
from strategies import ROLLING_STONE_OPTIONS, SEEDS, random_game
from strategies_rumba import rumba_options

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from google.protobuf.message import Message

    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.base import Game, Options, State
    from bumblepuppy_server.spec import GameSpec

ANY_GAME = st.tuples(st.just(load_game("rolling-stone")), ROLLING_STONE_OPTIONS) | st.tuples(
    st.just(load_game("rumba")), rumba_options()
)
"""A game and options for it."""

EITHER_CODEC = pytest.mark.parametrize(
    "codec_of",
    [wire.codec_of, lambda name: OtherCodec(load_game(name))],
    ids=["own messages", "as a third party's"],
)
CodecOf = Callable[[str], wire.Codec]


# --- nothing is lost ---


@EITHER_CODEC
@settings(max_examples=20)
@given(played=ANY_GAME, seed=SEEDS)
def test_a_view_is_read_as_it_was_written(
    codec_of: CodecOf, played: tuple[Game, Options], seed: int
) -> None:
    game, options = played
    codec, system = codec_of(game.name), game.suits(options)
    for number, state in enumerate(random_game(game, options, seed)):
        seat = number % options.players
        view = state.view(seat)
        again = pb.View.FromString(codec.write_view(view))
        common = {"legal": view.legal, "history": view.history}
        assert codec.read_view(again, system, seat=seat, options=options, **common) == view


@settings(max_examples=20)
@given(ANY_GAME, SEEDS)
def test_what_is_joined_from_parts_is_what_protobuf_itself_would_write(
    played: tuple[Game, Options], seed: int
) -> None:
    game, options = played
    codec = wire.codec_of(game.name)
    for number, state in enumerate(random_game(game, options, seed)):
        written = codec.write_view(state.view(number % options.players))
        assert pb.View.FromString(written).SerializeToString(deterministic=True) == written


@EITHER_CODEC
@settings(max_examples=20)
@given(played=ANY_GAME, seed=SEEDS)
def test_every_event_is_read_as_it_was_written(
    codec_of: CodecOf, played: tuple[Game, Options], seed: int
) -> None:
    game, options = played
    codec, system = codec_of(game.name), game.suits(options)
    for happened in events_of(game, options, seed):
        for seat in range(options.players):
            seen = happened.seen_by(seat)
            again = pb.Event.FromString(codec.write_event(seen))
            assert codec.read_event(again, system) == seen


def events_of(game: Game, options: Options, seed: int) -> Iterator[Event]:
    rng = Random(seed)
    state = game.new(options, RandomChance(rng))
    yield from state.opening
    while state.result is None:
        yield from state.apply(rng.choice(state.legal()))


@EITHER_CODEC
@settings(max_examples=20)
@given(played=ANY_GAME, seed=SEEDS)
def test_every_legal_action_is_read_as_it_was_written(
    codec_of: CodecOf, played: tuple[Game, Options], seed: int
) -> None:
    game, options = played
    codec, system = codec_of(game.name), game.suits(options)
    for state in random_game(game, options, seed):
        again = pb.DecisionRequest.FromString(codec.write_legal(state.legal()))
        written = [message.SerializeToString() for message in again.legal]
        assert written == [codec.write_action(action) for action in state.legal()]
        assert wire.read_legal(again, codec, system) == tuple(state.legal())


@given(ANY_GAME)
def test_options_are_read_as_they_were_written(played: tuple[Game, Options]) -> None:
    game, options = played
    start = pb.GameStart()
    start.options.update(spec_of(game.name, options=game.describe(options)).options)
    again = pb.GameStart.FromString(start.SerializeToString())
    assert wire.read_options(game.name, again.options) == options


def test_the_time_is_read_in_seconds() -> None:
    assert wire.read_time(pb.DecisionRequest(move_ms=1500, bank_ms=20)) == TimeLeft(1.5, 0.02)


@pytest.mark.parametrize("name", ["rolling-stone", "rumba"])
def test_what_a_reader_does_not_know_it_leaves_out(name: str) -> None:
    other = pb.Action(other="play 7C")
    assert wire.read_legal(pb.DecisionRequest(legal=[other]), wire.codec_of(name), FRENCH) == ()


def test_a_game_that_is_not_installed_is_named() -> None:
    with pytest.raises(OptionError, match="'whist'"):
        wire.codec_of("whist")


@dataclass(frozen=True, slots=True)
class Odd(Event):
    when: complex


class OddRumba(Rumba):
    events = (Odd,)  # type: ignore[assignment, misc]


def test_a_field_that_cannot_travel_is_named() -> None:
    with pytest.raises(OptionError, match=r"'rumba' cannot be played over the wire: Odd.when"):
        OtherCodec(OddRumba())


def test_what_a_third_party_s_game_does_not_know_is_read_as_no_action_and_a_bare_event() -> None:
    codec = OtherCodec(load_game("rumba"))
    unknown = pb.Event()
    unknown.other.update({"event": "Thunder"})
    assert codec.read_event(unknown, FRENCH) == Event()
    assert codec.read_action(pb.Action(other="play 1C"), FRENCH) is None


# --- nothing hidden gets out ---


class Swapped:
    """A chance that deals two cards of the first hand the other way round."""

    def __init__(self, key: bytes, places: tuple[int, int]) -> None:
        self._chance = KeyedChance(key)
        self._places = places

    def deck(self, hand: int, cards: Sequence[Card]) -> Sequence[Card]:
        deck = list(self._chance.deck(hand, cards))
        if hand == 0:
            one, other = self._places
            deck[one], deck[other] = deck[other], deck[one]
        return deck

    def restock(self, hand: int, number: int, cards: Sequence[Card]) -> Sequence[Card]:
        return self._chance.restock(hand, number, cards)


NO_SWAP = (0, 0)


def deal(spec: GameSpec, swap: tuple[int, int]) -> State:
    game = load_game(spec.game)
    return game.new(game.options(spec.options), Swapped(bytes.fromhex(spec.deal_key), swap))


def hidden_places(spec: GameSpec, seat: int) -> list[int]:
    """List the places of the first deck whose cards `seat` cannot see: others' hands, the stock."""
    players, cards = len(spec.seats), len(deal(spec, NO_SWAP).hands[0].deck)
    dealt = players * spec.options["hand_size"] if spec.game == "rumba" else cards
    hands = [place for place in range(dealt) if place % players != seat]
    return hands + list(range(dealt + 1, cards))  # between hands and stock lies the opener


def as_seen(happened: Event, seat: int) -> Event:
    """Hide what RU-16 hides; told apart from `Event.seen_by`, which is put to the test here."""
    if isinstance(happened, Drew) and happened.seat != seat:
        return Drew(happened.seat, happened.count)
    return happened


def common_script(spec: GameSpec, seat: int, swap: tuple[int, int], rng: Random) -> list[str]:
    """Play at random, as long as with both deals the same can be done, and `seat` sees the same."""
    states = deal(spec, NO_SWAP), deal(spec, swap)
    assume(states[0].opening == states[1].opening)  # else the opener, or the card shown for trumps
    script: list[str] = []
    while states[0].result is None:
        action = rng.choice(states[0].legal())
        if action not in states[1].legal():
            break
        one, other = ([as_seen(e, seat) for e in state.apply(action)] for state in states)
        if one != other:
            break
        script.append(str(action))
    return script


def sent_to(seat: int, spec: GameSpec, swap: tuple[int, int], script: list[str]) -> list[bytes]:
    """Play the script through the referee; give all that the bot in `seat` was sent, as bytes.

    What travels in one message is told apart: when things come shows how long others took, which
    no referee can hide.
    """
    game, bench = load_game(spec.game), Bench(*spec.seats)
    codec, system = wire.codec_of(spec.game), game.suits(game.options(spec.options))
    table = Table(spec, deal(spec, swap))
    with mock.patch.object(refereed, "Table", return_value=table):
        bench.begin(spec)
    bot = bench.bots[spec.seats[seat]]
    sent: list[Message] = []
    while True:
        bench.listen()
        message, number = bot.messages[-1], len(table.actions)
        sent += message.starts
        if number <= len(script):  # else forced actions have led beyond it, perhaps apart
            sent += [*message.requests, *message.results]
        if number >= len(script):
            return [thing.SerializeToString(deterministic=True) for thing in sent]
        (asked,) = (other for other in bench.bots.values() if other.open)
        answer = first_legal(asked.open.pop())
        action = parse_action(script[number], system)
        answer.action.CopyFrom(pb.Action.FromString(codec.write_action(action)))
        asked.send(answer)


@settings(max_examples=200)
@given(ANY_GAME, SEEDS)
def test_no_byte_depends_on_what_a_seat_may_not_see(
    played: tuple[Game, Options], seed: int
) -> None:
    game, options = played
    rng = Random(seed)
    spec = replace(
        spec_of(game.name, number=seed),
        seats=[f"bot {seat}" for seat in range(options.players)],
        options=game.describe(options),
        bot_seeds=list(range(options.players)),
    )
    seat = rng.randrange(options.players)
    hidden = hidden_places(spec, seat)
    swap = rng.choice(hidden), rng.choice(hidden)
    script = common_script(spec, seat, swap, rng)
    event(f"{game.name}: {len(script) // 10 * 10} actions or more")
    assert sent_to(seat, spec, NO_SWAP, script) == sent_to(seat, spec, swap, script)
