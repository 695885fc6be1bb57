"""What a guest notices. The cases are published as vectors for other implementations."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit import fair
from games.kit.errors import RuleBroken
from games.kit.fair import Transcript
from games.kit.values import canonical, from_json
from games.kit.verifying import MOST_DOUBTS, Seen, verify, verify_table
from tests.games.kit.transcripts import CHAIN, ENTROPY, TABLE, Case, cases, seen, transcript
from tests.games.minoru.racing import MINORU

PUBLISHED = Path(__file__).parent / "fair-1-transcripts.json"
CASES = list(cases())
DEEP = b"[" * 25 + b"]" * 25


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "_"))
def test_verdicts(case: Case) -> None:
    verdict = verify(canonical(case.transcript), MINORU, case.seen)
    assert tuple(doubt.code for doubt in verdict.doubts) == case.doubts
    assert tuple(remark.code for remark in verdict.remarks) == case.remarks
    assert all(broken.sentence for broken in (*verdict.doubts, *verdict.remarks))


def test_the_published_transcripts_are_these_cases() -> None:
    assert json.loads(PUBLISHED.read_text()) == [case.as_json() for case in CASES]


def test_the_published_transcripts_get_their_verdicts_from_the_file_alone() -> None:
    for case in json.loads(PUBLISHED.read_text()):
        verdict = verify(case["transcript"].encode(), MINORU, from_json(Seen, case["seen"]))
        assert [doubt.code for doubt in verdict.doubts] == case["doubts"], case["name"]
        assert [remark.code for remark in verdict.remarks] == case["remarks"], case["name"]


@pytest.mark.rule("minoru:M-R18")
def test_the_reveal_of_the_player_on_the_right_is_the_cut() -> None:
    told, uncut = transcript(), transcript(silent=("Théo",))
    assert told.cutter == "Théo", "he sits to the right of the house"
    assert uncut.moves != told.moves
    verdict = verify(canonical(uncut), MINORU, replace(seen(uncut), entropy=None))
    assert verdict.doubts == (), "when his time is up the race goes on"
    assert verdict.remarks[0].sentence == "Not revealed in time: Théo."


def test_the_choice_of_the_joker_turns_the_deal_and_is_frozen_with_the_off() -> None:
    moves = ({"seat": "Bob", "joker": True}, {"seat": "Bob", "joker": False})
    told = [transcript(options={"joker": "banker"}, holder="Bob", before=(move,)) for move in moves]
    assert fair.digest(told[0].off()) != fair.digest(told[1].off())
    assert told[0].moves[1:] != told[1].moves[1:]


def test_own_entropy_is_looked_for_under_its_own_seat() -> None:
    told = transcript()
    for own in (("Ada", ENTROPY["Théo"]), ("Théo", ENTROPY["Ada"]), ("Bob", ENTROPY["Bob"])):
        verdict = verify(canonical(told), MINORU, replace(seen(told), entropy=own))
        assert [doubt.code for doubt in verdict.doubts] == ["own_entropy"]


def codes(told: list[Transcript]) -> list[str]:
    return [broken.code for broken in verify_table(told, TABLE, CHAIN[0])]


def test_the_rounds_of_a_table_are_all_there_and_each_once() -> None:
    rounds = [transcript(number) for number in (1, 2, 3, 4)]
    assert codes(rounds) == []
    assert codes([rounds[0], *rounds[2:]]) == ["missing_round"] * 2
    assert codes([rounds[0], rounds[0]]) == ["missing_round"]
    assert codes(rounds[1:]) == ["missing_round"] * 3
    assert codes([replace(rounds[0], table="Table 4"), *rounds[1:]]) == ["missing_round"]


def test_the_rounds_of_a_table_hang_on_one_chain() -> None:
    rounds = [transcript(number) for number in (1, 2, 3)]
    other = fair.chain(TABLE, fair.digest("another last seed"), 20)
    assert codes([transcript(number, seeds=other) for number in (1, 2, 3)]) == ["broken_chain"] * 3
    assert codes([rounds[0], replace(rounds[1], seed=CHAIN[3])]) == ["broken_chain"]
    assert codes([rounds[0], replace(rounds[1], seed=other[2]), rounds[2]]) == ["broken_chain"] * 2


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda _: b"", "bad_transcript"),
        (lambda _: b"[1]", "bad_transcript"),
        (lambda _: b"[" * 100_000, "bad_transcript"),
        (lambda _: b"\xff\xfe", "bad_transcript"),
        (lambda data: data + b" " * 2**22, "bad_transcript"),
        (lambda data: data[:-1], "bad_transcript"),
        (
            lambda data: data.replace(b'"options":{}', b'"options":{"x":' + b"[" * 25 + b"]" * 25 + b"}"),
            "bad_transcript",
        ),
        (lambda data: data.replace(b'"options":{}', b'"options":{"x":1.5}'), "bad_transcript"),
        (lambda data: data.replace(b'"options":{}', b'"options":{"x":NaN}'), "bad_transcript"),
        (lambda data: data.replace(b'"round":5', b'"round":5.0'), "bad_transcript"),
        (lambda data: data.replace(b'"round":5', b'"round":' + b"9" * 5000), "bad_transcript"),
        (lambda data: data.replace(b'"round":5', b'"round":9007199254740992'), "bad_transcript"),
        (lambda data: data.replace(b'"round":5', b'"round":9007199254740991'), "other_round"),
        (lambda data: data.replace(b'"round":5', b'"round":0'), "bad_transcript"),
        (lambda data: data.replace(b'"round":5', b'"round":-5'), "bad_transcript"),
        (lambda data: data.replace(b'"Ada"', b'"\\ud800"'), "bad_transcript"),
        (lambda data: data.replace(CHAIN[5].encode(), CHAIN[5].upper().encode()), "bad_transcript"),
        (lambda data: data.replace(CHAIN[0].encode(), b"0"), "bad_transcript"),
        (lambda data: data.replace(ENTROPY["Ada"].encode(), b"0"), "bad_transcript"),
        (lambda data: data.replace(transcript().commitments[0][1].encode(), b"0"), "bad_transcript"),
        (lambda data: data.replace(b'"round":5', b'"round": 5'), "not_canonical"),
        (lambda data: data.replace(b'"round":5', b'"round":5,"round":5'), "not_canonical"),
        (lambda data: data.replace(b'"version":"fair-1"', b'"version":"fair-2"'), "other_version"),
        (lambda data: data.replace(b'"game":"minoru"', b'"game":"horses"'), "other_game"),
        (lambda data: data.replace(b'"commitments":[["Ada"', b'"commitments":[["Zoe"'), "bad_commitments"),
    ],
)
def test_what_is_no_transcript_is_refused(damage: Any, code: str) -> None:
    told = transcript()
    damaged = damage(canonical(told))
    assert damaged != canonical(told)
    verdict = verify(damaged, MINORU, Seen(TABLE, 5, CHAIN[0]))
    assert verdict.doubts[0].code == code
    assert verdict.doubts[0].sentence


HONEST = json.loads(canonical(transcript()))
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["Ada", CHAIN[0], "house"]),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=5), inside, max_size=3),
    max_leaves=6,
)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(HONEST)), JUNK)
def test_whatever_stands_in_a_transcript_it_gets_a_verdict(key: str, junk: Any) -> None:
    """Another value under any key is noticed, and nothing makes the verifier itself fail."""
    verdict = verify(canonical({**HONEST, key: junk}), MINORU, seen(transcript()))
    assert verdict.doubts or junk == HONEST[key]


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_whatever_byte_is_changed_it_gets_a_verdict(data: st.DataObject) -> None:
    honest = canonical(transcript())
    at = data.draw(st.integers(0, len(honest) - 1))
    changed = honest[:at] + data.draw(st.binary(max_size=2)) + honest[at + 1 :]
    assert verify(changed, MINORU, seen(transcript())).doubts or changed == honest


def test_a_negative_number_may_be_as_large_as_a_positive_one() -> None:
    data = canonical(transcript()).replace(b'"options":{}', b'"options":{"x":-9007199254740991}')
    codes = [doubt.code for doubt in verify(data, MINORU, Seen(TABLE, 5, CHAIN[0])).doubts]
    assert codes == ["impossible_move"], "it is read, and then there is no such option"


@pytest.mark.parametrize(
    "other",
    ["Ada", "bank", "house", " Bob", "Bo\u200bb", "Bob\n", "", "The\u0301o"],
)
def test_a_seat_that_could_be_taken_for_another_is_noticed(other: str) -> None:
    told = replace(transcript(), seats=("Ada", other, "Théo"))
    found = verify(canonical(told), MINORU, replace(seen(transcript()), off=None)).doubts
    assert found[0].code in {"impossible_move", "bad_commitments"}


def test_doubts_are_not_counted_for_ever() -> None:
    committed = tuple((f"P{n}", CHAIN[1]) for n in range(100))
    told = replace(transcript(), seats=tuple(seat for seat, _ in committed), commitments=committed, reveals=committed)
    found = verify(canonical(told), MINORU, Seen(TABLE, 5, CHAIN[0])).doubts
    assert [doubt.code for doubt in found] == ["false_reveal"] * MOST_DOUBTS


def test_a_sentence_does_not_speak_to_the_terminal() -> None:
    told = replace(transcript(), table="\x1b[2K\rNo doubts." + "x" * 1000)
    (doubt,) = verify(canonical(told), MINORU, Seen(TABLE, 5, CHAIN[0])).doubts
    assert doubt.code == "other_table"
    assert "\x1b" not in doubt.sentence
    assert "\r" not in doubt.sentence
    assert len(doubt.sentence) < 500
    assert isinstance(doubt, RuleBroken)
