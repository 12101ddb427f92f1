"""Secrets, commitments and keys; and the worked example of `tournaments/RECORDS.md`."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from bumblepuppy_sdk.cards import FRENCH
from bumblepuppy_server.chance import KeyedChance, Stream, blocks
from bumblepuppy_tournaments.schedule.deals import (
    Secret,
    bot_seeds,
    deal_key,
    game_id,
    schedule_seed,
)

PAGE = Path(__file__).parents[2] / "tournaments" / "RECORDS.md"


def _example() -> dict[str, str]:
    """Read the table of the page's worked example, and its two blocks of cards."""
    page = PAGE.read_text(encoding="utf-8").partition("## A worked example")[2]
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")]
    cells = {row[0].strip("| "): row[1].strip("| `") for row in rows}
    deck, restock = (block.partition("```")[0].split() for block in page.split("```text")[1:])
    return {**cells, "deck": " ".join(deck), "restock": " ".join(restock)}


def test_the_worked_example_of_the_page_is_right() -> None:
    example = _example()
    secret = Secret.from_seed(example["seed"])
    key = deal_key(secret, 0)
    stream = Stream(key, "deck hand 0")
    seeds = bot_seeds(secret, 0, 2)
    chance = KeyedChance(key)
    pack = [card for card in FRENCH.cards if card.rank >= 7]
    discards = [FRENCH.card(text) for text in ["7C", "9D", "AH", "2S", "KS"]]
    assert example == {
        "what": "value",
        "---": "---",
        "seed": "example",
        "secret": secret.hex(),
        "commitment": secret.commitment(),
        "name of the game of slot 0": game_id(secret, 0),
        "key of deal 0": key.hex(),
        'block 0 of "deck hand 0"': next(blocks(key, "deck hand 0")).hex(),
        "its numbers below 32, 31, …, 25": ", ".join(
            str(stream.below(n)) for n in range(32, 24, -1)
        ),
        "seed of the bot in seat 0 of slot 0": str(seeds[0]),
        "seed of the bot in seat 1 of slot 0": str(seeds[1]),
        "deck": " ".join(card.text for card in chance.deck(0, pack)),
        "restock": " ".join(card.text for card in chance.restock(0, 1, discards)),
    }


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    secret = Secret.random()
    assert secret.commitment() == hashlib.sha256(bytes.fromhex(secret.hex())).hexdigest()


def test_random_secrets_differ() -> None:
    assert len({Secret.random().hex() for _ in range(20)}) == 20


def test_a_seed_makes_one_secret_whether_number_or_text() -> None:
    assert Secret.from_seed(7) == Secret.from_seed("7") != Secret.from_seed("8")


def test_a_secret_survives_its_hex() -> None:
    secret = Secret.random()
    assert Secret.from_hex(secret.hex()) == secret


def test_a_secret_does_not_show_in_its_repr() -> None:
    secret = Secret.from_seed("shy")
    assert secret.hex() not in repr(secret)
    assert repr(secret.key) not in repr(secret)


def test_no_two_branches_agree() -> None:
    secret = Secret.from_seed("branches")
    keys = [deal_key(secret, deal) for deal in range(50)]
    keys += [secret.branch(f"bots {slot}") for slot in range(50)]
    keys.append(schedule_seed(secret))
    assert len(set(keys)) == 101


def test_game_ids_are_opaque_and_differ() -> None:
    secret = Secret.from_seed("ids")
    ids = [game_id(secret, slot) for slot in range(2000)]
    assert len(set(ids)) == 2000
    assert all(len(text) == 12 and int(text, 16) >= 0 for text in ids)


@pytest.mark.parametrize("slots", [(0, 1), (1, 11), (3, 4)])
def test_a_bot_has_another_seed_in_every_game_of_a_deal(slots: tuple[int, int]) -> None:
    secret = Secret.from_seed("bots")
    first, second = (bot_seeds(secret, slot, 4) for slot in slots)
    assert len({*first, *second}) == 8


def test_a_revealed_secret_is_a_seed_that_deals_the_same_again() -> None:
    secret = Secret.random()
    assert Secret.from_seed(secret.hex()) == secret
    assert Secret.from_seed(secret.hex()[:-1]).key != secret.key
