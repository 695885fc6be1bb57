"""fair-1: the vectors, the statistics, and every way to cheat that a guest can notice."""

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
from games.kit.fair import Draws, Opening, Seen, Transcript
from games.kit.game import written
from games.kit.offices import HOUSE
from games.kit.values import canonical, from_json
from tests.games.driving import MINORU, draws, play_through
from tests.games.kit import fair_by_the_book as book

VECTORS = json.loads((Path(__file__).parent / "fair-1.json").read_text())
TABLE = "Table 3"
SEATS = ("Ada", "Bob", "Théo")
ENTROPY = {seat: fair.digest(["entropy of", seat]) for seat in SEATS}
CHAIN = fair.chain(TABLE, fair.digest("the last seed"), 20)


def transcript(
    number: int = 5,
    *,
    table: str = TABLE,
    seeds: tuple[str, ...] = CHAIN,
    silent: tuple[str, ...] = (),
    options: dict[str, Any] | None = None,
) -> Transcript:
    """An honest round of Minoru, in which Ada and Théo committed to something and Bob to nothing."""
    state = MINORU.start(MINORU.read_options(options or {}), SEATS)
    committed = [seat for seat in SEATS if seat != "Bob"]
    opening = Opening(
        table=table,
        round=number,
        game="minoru",
        options=options or {},
        seats=SEATS,
        office=HOUSE,
        anchor=seeds[0],
        cutter=MINORU.cutter(state),
        commitments=tuple((seat, fair.commitment(table, number, seat, ENTROPY[seat])) for seat in committed),
        reveals=tuple((seat, None if seat in silent else ENTROPY[seat]) for seat in committed),
    )
    moves, _ = play_through(MINORU, state, SEATS, opening.draws(seeds[number]), lambda able: able[0])
    told = tuple(json.loads(json.dumps(written(move))) for move in moves)
    return Transcript(**vars(opening), seed=seeds[number], moves=told)


def seen(told: Transcript) -> Seen:
    """What a careful guest wrote down before the round ended."""
    return Seen(told.table, told.round, told.anchor, fair.digest(told.off()))


def doubts(told: Transcript, by: Seen) -> list[str]:
    return [broken.code for broken in fair.verify(canonical(told), MINORU, by)]


@pytest.mark.parametrize("case", VECTORS["canonical"])
def test_vectors_of_canonical_bytes(case: dict[str, Any]) -> None:
    assert canonical(case["value"]) == case["json"].encode()
    assert fair.digest(case["value"]) == case["sha256"]


@pytest.mark.parametrize("case", VECTORS["chains"])
def test_vectors_of_chains(case: dict[str, Any]) -> None:
    assert list(fair.chain(case["table"], case["last_seed"], case["rounds"])) == case["anchor_then_seeds"]


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


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 20), st.sampled_from([(), ("Ada",), ("Ada", "Théo")]), st.booleans())
def test_an_implementation_written_from_the_document_deals_the_same_race(
    number: int, silent: tuple[str, ...], joker: bool
) -> None:
    told = json.loads(canonical(transcript(number, silent=silent, options={"joker": joker})))
    opening = {name: fact for name, fact in told.items() if name not in {"seed", "moves", "void"}}
    key = book.key(opening, book.chain(TABLE, fair.digest("the last seed"), 20)[number])
    dealt = []
    for pack in range(1, 4):
        cards = book.shuffle(key, f"pack {pack}", book.new_pack(joker))
        dealt += [{"deal": cards[at : at + 5]} for at in range(0, 50, 5)]
    assert told["moves"] == dealt[: len(told["moves"])]
    assert book.off_digest(told) == fair.digest(transcript(number, silent=silent, options={"joker": joker}).off())


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


def test_numbers_are_not_folded_from_the_uneven_rest() -> None:
    """Below 3·2³⁰ a third of the numbers would come twice as often if words were only taken modulo."""
    limit = 3 * 2**30
    numbers = draws(1).numbers("n")
    low = sum(numbers.below(limit) < 2**30 for _ in range(3000))
    assert abs(low - 1000) < 4 * (3000 * 2 / 9) ** 0.5
    assert 1 / 2 - 1 / 3 > 8 * (2 / 9 / 3000) ** 0.5, "the control: folding would be seen"


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
        for bit in range(0, 256, 3):
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
        {"office": "Ada"},
        {"anchor": CHAIN[1]},
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


def test_a_draw_that_is_repeated_is_the_same() -> None:
    assert draws(5).shuffled("pack 1", PACK) == draws(5).shuffled("pack 1", PACK)


def test_the_key_is_not_shown() -> None:
    assert draws(5).key.hex() not in repr(draws(5))
    assert "key" not in repr(draws(5))


@pytest.mark.parametrize("silent", [(), ("Ada",), ("Ada", "Théo")])
def test_an_honest_round_leaves_no_doubt(silent: tuple[str, ...]) -> None:
    told = transcript(silent=silent)
    assert doubts(told, seen(told)) == []
    assert told.silent == silent
    own = ("Théo", ENTROPY["Théo"])
    assert doubts(told, replace(seen(told), entropy=own)) == (["own_entropy"] if "Théo" in silent else [])


@pytest.mark.rule("minoru:M-R18")
def test_the_reveal_of_the_player_on_the_right_is_the_cut() -> None:
    told = transcript()
    assert told.cutter == "Théo", "he sits to the right of the house"
    uncut = transcript(silent=("Théo",))
    assert uncut.moves != told.moves
    assert uncut.silent == ("Théo",)
    assert doubts(uncut, seen(uncut)) == [], "when his time is up the race goes on, and he is named"
    assert doubts(replace(told, cutter="Ada"), Seen(TABLE, 5, CHAIN[0])) == ["other_cutter", "other_deal"]


def test_a_commitment_after_the_off_is_noticed() -> None:
    told = transcript()
    late = ("Bob", fair.commitment(TABLE, 5, "Bob", ENTROPY["Bob"]))
    commitments = (told.commitments[0], late, told.commitments[1])
    reveals = (told.reveals[0], ("Bob", ENTROPY["Bob"]), told.reveals[1])
    forged = dealt_again(replace(told, commitments=commitments, reveals=reveals))
    assert doubts(forged, replace(seen(told), off=None)) == [], "the forgery is perfect, but for what was published"
    assert doubts(forged, seen(told)) == ["off_changed"]


def dealt_again(told: Transcript) -> Transcript:
    """The same transcript with the moves that its seed and opening really deal."""
    state = MINORU.start(MINORU.read_options(told.options), told.seats, told.office)
    moves, _ = play_through(MINORU, state, told.seats, told.opening().draws(told.seed), lambda able: able[0])
    return replace(told, moves=tuple(json.loads(json.dumps(written(move))) for move in moves))


def test_a_reveal_that_is_kept_silent_about_is_noticed() -> None:
    told = transcript()
    assert doubts(dealt_again(replace(told, reveals=told.reveals[:1])), seen(told)) == ["missing_reveal"]


def test_a_reveal_that_does_not_fit_is_noticed() -> None:
    told = transcript()
    other = fair.digest("something chosen later")
    forged = dealt_again(replace(told, reveals=(("Ada", other), told.reveals[1])))
    assert doubts(forged, seen(told)) == ["false_reveal"]


def test_entropy_that_was_sent_and_left_out_is_noticed_by_who_sent_it() -> None:
    forged = transcript(silent=("Ada",))
    assert doubts(forged, replace(seen(forged), entropy=("Ada", ENTROPY["Ada"]))) == ["own_entropy"]


def test_a_transcript_told_again_for_another_round_is_noticed() -> None:
    told = transcript(5)
    assert doubts(told, replace(seen(told), round=6)) == ["other_round"]
    renumbered = replace(told, round=6)
    assert "broken_chain" in doubts(renumbered, replace(seen(told), round=6))


def test_the_seed_of_another_table_is_noticed() -> None:
    other = fair.chain("Table 4", fair.digest("the last seed"), 20)
    assert other[5] != CHAIN[5], "the same last seed gives another chain at another table"
    told = transcript(table="Table 4", seeds=other)
    assert doubts(told, seen(transcript())) == ["other_table"]
    moved = replace(told, table=TABLE)
    assert doubts(moved, replace(seen(transcript()), off=None))[:2] == ["other_anchor", "broken_chain"]
    assert "broken_chain" in doubts(dealt_again(replace(transcript(), seed=other[5])), seen(transcript()))


def test_a_truncated_chain_is_noticed() -> None:
    shorter = fair.chain(TABLE, CHAIN[20], 19)
    told = transcript(5, seeds=(CHAIN[0], *shorter[1:]))
    assert doubts(told, seen(told)) == ["broken_chain"], "one link too few"
    assert doubts(dealt_again(replace(transcript(), seed=CHAIN[6])), seen(transcript())) == ["broken_chain"]


def test_the_rounds_of_a_table_are_all_there_and_each_once() -> None:
    rounds = [transcript(number) for number in (1, 2, 3, 4)]
    assert fair.verify_table(rounds, CHAIN[0]) == ()

    def codes(told: list[Transcript]) -> list[str]:
        return [broken.code for broken in fair.verify_table(told, CHAIN[0])]

    assert codes([rounds[0], *rounds[2:]]) == ["missing_round"] * 2
    assert codes([rounds[0], rounds[0]]) == ["missing_round"]
    assert codes(rounds[1:]) == ["missing_round"] * 3
    assert codes([rounds[0], replace(rounds[1], seed=CHAIN[3])]) == ["broken_chain"]


def test_another_card_than_the_seed_deals_is_noticed() -> None:
    told = transcript()
    first = told.moves[0]["deal"]
    swapped = ({"deal": [first[1], first[0], *first[2:]]}, *told.moves[1:])
    assert doubts(replace(told, moves=swapped), seen(told)) == ["other_deal"]


def test_a_race_that_breaks_off_is_noticed_unless_it_was_void() -> None:
    told = transcript()
    assert doubts(replace(told, moves=told.moves[:2]), seen(told)) == ["unfinished"]
    assert doubts(replace(told, moves=told.moves[:2], void=True), seen(told)) == []


def test_a_move_that_the_rules_forbid_is_noticed() -> None:
    told = transcript()
    after_the_end = (*told.moves, {"deal": ["2H", "3H", "4H", "5H", "6H"]})
    assert doubts(replace(told, moves=after_the_end), seen(told)) == ["other_deal"]
    forbidden = ({"seat": "Ada", "joker": True}, *told.moves)
    assert doubts(replace(told, moves=forbidden), seen(told)) == ["impossible_move"]


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda _: b"", "bad_transcript"),
        (lambda _: b"[1]", "bad_transcript"),
        (lambda _: b"[" * 100_000, "bad_transcript"),
        (lambda data: data[:-1], "bad_transcript"),
        (lambda data: data.replace(b'"round":5', b'"round":5.0'), "bad_transcript"),
        (lambda data: data.replace(b'"round":5', b'"round":' + b"9" * 5000), "bad_transcript"),
        (lambda data: data.replace(b"Ada", b"\\ud800"), "bad_transcript"),
        (lambda data: data.replace(CHAIN[5].encode(), CHAIN[5].upper().encode()), "bad_transcript"),
        (lambda data: data.replace(b'"round":5', b'"round": 5'), "not_canonical"),
        (lambda data: data.replace(b'"version":"fair-1"', b'"version":"fair-2"'), "other_version"),
        (lambda data: data.replace(b'"commitments":[["Ada"', b'"commitments":[["Zoe"'), "bad_commitments"),
    ],
)
def test_what_is_no_transcript_is_refused(damage: Any, code: str) -> None:
    told = transcript()
    found = fair.verify(damage(canonical(told)), MINORU, replace(seen(told), off=None))
    assert found[0].code == code
    assert found[0].sentence
