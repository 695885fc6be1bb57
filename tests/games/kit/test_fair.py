"""fair-1: the vectors and the statistics."""

import json
from collections import Counter
from dataclasses import replace
from itertools import islice, permutations
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit import fair
from games.kit.cards import PACK
from games.kit.fair import Draws, Numbers, Opening
from games.kit.values import canonical, from_json
from tests.games.driving import draws
from tests.games.kit import fair_by_the_book as book
from tests.games.kit.transcripts import CHAIN, SEATS, TABLE, transcript

VECTORS = json.loads((Path(__file__).parent / "fair-1.json").read_text())


@pytest.mark.parametrize("case", VECTORS["canonical"])
def test_vectors_of_canonical_bytes(case: dict[str, Any]) -> None:
    assert canonical(case["value"]) == case["json"].encode()
    assert fair.digest(case["value"]) == case["sha256"]


@pytest.mark.parametrize("case", VECTORS["chains"])
def test_vectors_of_chains(case: dict[str, Any]) -> None:
    assert list(fair.chain(case["table"], case["last_seed"], case["rounds"])) == case["anchor_then_seeds"]


@given(table=st.text(), last=st.text(), rounds=st.integers(0, 3))
def test_a_chain_is_linked_by_the_book_whatever_the_table_is_called(table: str, last: str, rounds: int) -> None:
    assert list(fair.chain(table, last, rounds)) == book.chain(table, last, rounds)
    assert fair.link(table, last) == book.chain(table, last, 1)[0]


@pytest.mark.parametrize("case", VECTORS["commitments"])
def test_vectors_of_commitments(case: dict[str, Any]) -> None:
    assert fair.commitment(case["table"], case["round"], case["seat"], case["entropy"]) == case["commitment"]


@pytest.mark.parametrize("case", VECTORS["offs"])
def test_vectors_of_offs(case: dict[str, Any]) -> None:
    assert fair.digest(from_json(fair.Off, case["off"])) == case["digest"]


@pytest.mark.parametrize("case", VECTORS["keys"])
def test_vectors_of_keys(case: dict[str, Any]) -> None:
    opening: Opening = from_json(Opening, case["opening"])
    assert opening.draws(case["seed"]).key.hex() == case["key"]


@pytest.mark.parametrize("case", VECTORS["words"])
def test_vectors_of_words(case: dict[str, Any]) -> None:
    numbers = Draws(bytes.fromhex(case["key"])).numbers(case["label"])
    assert list(islice(numbers.words, len(case["words"]))) == case["words"]


@pytest.mark.parametrize("case", VECTORS["numbers"])
def test_vectors_of_numbers(case: dict[str, Any]) -> None:
    numbers = Draws(bytes.fromhex(case["key"])).numbers(case["label"])
    assert [numbers.below(case["n"]) for _ in case["numbers"]] == case["numbers"]


@pytest.mark.parametrize("case", VECTORS["shuffles"])
def test_vectors_of_shuffles(case: dict[str, Any]) -> None:
    assert list(Draws(bytes.fromhex(case["key"])).shuffled(case["label"], case["pack"])) == case["shuffled"]


@pytest.mark.parametrize("case", VECTORS["throws"])
def test_vectors_of_throws(case: dict[str, Any]) -> None:
    thrown = Draws(bytes.fromhex(case["key"])).thrown(case["label"], case["dice"], case["faces"])
    assert list(thrown) == case["thrown"]


def test_the_implementation_written_from_the_document_gives_the_vectors_too() -> None:
    for case in VECTORS["canonical"]:
        assert (book.j(case["value"]).decode(), book.h(case["value"])) == (case["json"], case["sha256"])
    for case in VECTORS["chains"]:
        assert book.chain(case["table"], case["last_seed"], case["rounds"]) == case["anchor_then_seeds"]
    for case in VECTORS["commitments"]:
        assert book.commitment(case["table"], case["round"], case["seat"], case["entropy"]) == case["commitment"]
    for case in VECTORS["offs"]:
        assert book.off_digest(case["off"]) == case["digest"]
    for case in VECTORS["keys"]:
        assert book.key(case["opening"], case["seed"]).hex() == case["key"]
    for case in VECTORS["words"]:
        words = book.words(bytes.fromhex(case["key"]), case["label"])
        assert list(islice(words, len(case["words"]))) == case["words"]
    for case in VECTORS["shuffles"]:
        assert book.shuffle(bytes.fromhex(case["key"]), case["label"], case["pack"]) == case["shuffled"]
    for case in VECTORS["throws"]:
        thrown = book.throw(bytes.fromhex(case["key"]), case["label"], case["dice"], case["faces"])
        assert thrown == case["thrown"]


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 20), st.sampled_from([(), ("Ada",), ("Ada", "Théo")]), st.booleans())
def test_an_implementation_written_from_the_document_deals_the_same_race(
    number: int, silent: tuple[str, ...], joker: bool
) -> None:
    ours = transcript(number, silent=silent, options={"joker": joker})
    told = json.loads(canonical(ours))
    opening = {name: fact for name, fact in told.items() if name not in {"seed", "moves", "void"}}
    key = book.key(opening, book.chain(TABLE, fair.digest("the last seed"), 20)[number])
    dealt = []
    for pack in range(1, 4):
        cards = book.shuffle(key, f"pack {pack}", book.new_pack(joker))
        dealt += [{"deal": cards[at : at + 5]} for at in range(0, 50, 5)]
    assert told["moves"] == dealt[: len(told["moves"])]
    assert book.off_digest(told) == fair.digest(ours.off())


def chi_square(orders: Counter[Any], kinds: int) -> float:
    expected = orders.total() / kinds
    return sum((orders[order] - expected) ** 2 / expected for order in orders) + expected * (kinds - len(orders))


# Of 1,000 fair shuffles one exceeds this.
LIMITS = {3: 20.515, 4: 49.728}  # chi-square at 5 and 23 degrees of freedom


@pytest.mark.parametrize("size", LIMITS)
def test_every_order_of_a_small_pack_is_equally_likely(size: int) -> None:
    chance = draws(size)
    orders = Counter(chance.shuffled(f"pack {n}", range(size)) for n in range(100 * factorial(size)))
    assert set(orders) == set(permutations(range(size)))
    assert chi_square(orders, factorial(size)) < LIMITS[size]


def test_the_check_of_shuffles_would_notice_a_biased_one() -> None:
    """Exchanging every card with any other, as beginners do, is not uniform."""

    def naive(label: str) -> tuple[int, ...]:
        cards, numbers = list(range(4)), draws(4).numbers(label)
        for at in range(4):
            other = numbers.below(4)
            cards[at], cards[other] = cards[other], cards[at]
        return tuple(cards)

    assert chi_square(Counter(naive(f"pack {n}") for n in range(2400)), 24) > LIMITS[4]


def test_every_face_of_a_die_is_equally_likely() -> None:
    thrown = Counter(draws(6).thrown("throw 1", 6000, 6))
    assert set(thrown) == {1, 2, 3, 4, 5, 6}
    assert chi_square(thrown, 6) < 20.515


def test_words_of_the_uneven_rest_are_thrown_away() -> None:
    limit = 3 * 2**30  # four words make three numbers, and the fourth quarter of all words is the rest
    words = [limit, 2**32 - 1, limit - 1, 0, limit, 5]
    numbers = Numbers(iter(words))
    assert [numbers.below(limit) for _ in range(3)] == [limit - 1, 0, 5]
    assert Numbers(iter([2**32 - 1])).below(2**32) == 2**32 - 1, "here there is no rest"
    assert Numbers(iter([7])).below(1) == 0


def flipped(text: str, bit: int) -> str:
    return f"{int(text, 16) ^ (1 << bit):064x}"


def pack_of(opening: Opening, seed: str) -> tuple[Any, ...]:
    return opening.draws(seed).shuffled("pack 1", PACK)


def test_any_one_bit_changes_the_deal() -> None:
    told = transcript()
    opening = told.opening()
    packs = [pack_of(opening, told.seed)]
    packs += [pack_of(opening, flipped(told.seed, bit)) for bit in range(256)]
    for at, (seat, entropy) in enumerate(opening.reveals):
        assert entropy is not None
        for bit in range(256):
            others = opening.reveals[:at], opening.reveals[at + 1 :]
            packs.append(
                pack_of(replace(opening, reveals=(*others[0], (seat, flipped(entropy, bit)), *others[1])), told.seed)
            )
    changes: list[dict[str, Any]] = [
        {"table": "Table 2"},
        {"round": 4},
        {"game": "horses"},
        {"options": {"joker": True}},
        {"seats": (*SEATS, "Zoe")},
        {"seats": (SEATS[1], SEATS[0], SEATS[2])},
        {"by_hand": True},
        {"before": ({"seat": "Bob", "joker": True},)},
        {"office": "Ada"},
        *({"anchor": flipped(CHAIN[0], bit)} for bit in range(0, 256, 51)),
        *(
            {"commitments": (("Ada", flipped(opening.commitments[0][1], bit)), opening.commitments[1])}
            for bit in range(0, 256, 51)
        ),
        {"cutter": None},
        {"commitments": opening.commitments[:1]},
        {"reveals": opening.reveals[:1]},
        {"reveals": (("Ada", None), opening.reveals[1])},
        {"version": "fair-2"},
    ]
    packs += [pack_of(replace(opening, **change), told.seed) for change in changes]
    packs += [opening.draws(told.seed).shuffled("pack 2", PACK)]
    assert len(set(packs)) == len(packs)


@pytest.mark.parametrize("first", [0, 1, 5, 51, 52])
def test_the_first_cards_of_a_pack_do_not_depend_on_how_many_are_wanted(first: int) -> None:
    assert draws(5).shuffled("pack 1", PACK, first) == draws(5).shuffled("pack 1", PACK)[:first]


def test_the_key_is_not_shown() -> None:
    assert draws(5).key.hex() not in repr(draws(5))
    assert "key" not in repr(draws(5))
