"""The verifier's script by itself: by the published vectors, by published transcripts, by rounds of every game.

It touches no page, so that most of it is asked in Node where there is one. What else could differ between that and a
browser (bytes, hashes, big numbers, deep recursion) is asked in both.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser

from casino.home import PROJECT
from casino.web.verifier_packs import packs
from games.kit import fair
from games.kit.fair import Transcript
from games.kit.values import canonical, to_json
from games.kit.verifying import Seen, verify
from games.registry import GAMES, find_game
from tests.browser.rounds import CHAIN, dealt
from tests.browser.scripts import InChromium, InNode, Script, there_is_node

SCRIPT = PROJECT / "casino" / "web" / "static" / "web" / "verify.js"
KIT = PROJECT / "tests" / "games" / "kit"
VECTORS = json.loads((KIT / "fair-1.json").read_text())
TRANSCRIPTS = json.loads((KIT / "fair-1-transcripts.json").read_text())
# Only who knows the rules can say these. In the browser the step says that it was not checked.
NEED_THE_RULES = {
    "broken off": ["unfinished"],
    "void after the end": ["void_after_the_end"],
    "a move that the rules forbid": ["impossible_move"],
}
ROUNDS: list[tuple[str, dict[str, Any], str]] = [
    ("minoru", {}, "Ada Bob Cy"),
    ("minoru", {"joker": True}, "Ada Bob"),
    ("minoru", {"course": "true-odds", "joker": "banker", "last_joker": True}, "Ada Bob Cy"),
    ("double-event", {}, "Ada Bob Cy"),
    ("double-event", {"course": "two-packs"}, "Ada Bob"),
    ("horses", {}, "Ada Bob Cy"),
    ("roulette", {}, "Ada Bob Cy"),
    ("roulette", {"mode": "points", "target": 30}, "Ada Bob"),
    ("derby", {}, "Ada Bob Cy"),
    ("derby", {"variant": "grand-national", "players": 2, "ante": 3}, "Ada Bob Cy"),
    ("musical-casino", {"course": "level"}, "Ada Bob Cy"),
    ("musical-casino", {"players": 2, "ante": 3, "target": 5, "dealer": 2}, "Ada Bob Cy"),
    ("ascot", {}, "Ada Bob Cy"),
    ("ascot", {"players": 2, "ante": 3, "dealer": 2}, "Ada Bob Cy"),
]


@pytest.fixture(scope="module")
def script(request: pytest.FixtureRequest) -> Iterator[Script]:
    """Where it is quickest."""
    found = InNode(SCRIPT) if there_is_node() else InChromium(SCRIPT, request.getfixturevalue("browser").new_page())
    yield from with_packs(found)


@pytest.fixture(scope="module")
def in_chromium(browser: Browser) -> Iterator[Script]:
    yield from with_packs(InChromium(SCRIPT, browser.new_page()))


def with_packs(found: InNode | InChromium) -> Iterator[Script]:
    found.evaluate("packs => { globalThis.packs = packs }", packs())
    yield found
    found.close()


def judged(script: Script, transcript: str | bytes, seen: dict[str, Any] | None = None) -> dict[str, Any]:
    text = transcript if isinstance(transcript, str) else transcript.decode()
    found: dict[str, Any] = script.evaluate(
        "([text, seen]) => FairDealing.verify(text, packs, seen)", [text, seen or {}]
    )
    return found


def codes(told: list[dict[str, Any]]) -> list[str]:
    return [each["code"] for each in told]


def test_the_script_asks_nobody() -> None:
    source = SCRIPT.read_text()
    for way in (
        "fetch",
        "XMLHttpRequest",
        "WebSocket",
        "EventSource",
        "sendBeacon",
        "import(",
        "importScripts",
        "crypto.",
    ):
        assert way not in source, way


def test_vectors_of_canonical_bytes_and_hashes(script: Script) -> None:
    values = [case["value"] for case in VECTORS["canonical"]]
    found = script.evaluate("all => all.map(v => [FairDealing.canonical(v), FairDealing.digest(v)])", values)
    assert found == [[case["json"], case["sha256"]] for case in VECTORS["canonical"]]


def test_vectors_of_chains_commitments_and_offs(script: Script) -> None:
    for case in VECTORS["chains"]:
        link = "([table, seeds]) => seeds.map(seed => FairDealing.link(table, seed))"
        before = script.evaluate(link, [case["table"], case["anchor_then_seeds"][1:]])
        assert before == case["anchor_then_seeds"][:-1]
    made = "all => all.map(c => FairDealing.commitment(c.table, c.round, c.seat, c.entropy))"
    assert script.evaluate(made, VECTORS["commitments"]) == [case["commitment"] for case in VECTORS["commitments"]]
    offs = script.evaluate("all => all.map(c => FairDealing.offDigest(c.off))", VECTORS["offs"])
    assert offs == [case["digest"] for case in VECTORS["offs"]]


def test_vectors_of_keys_words_and_numbers(script: Script) -> None:
    keys = "all => all.map(c => FairDealing.toHex(FairDealing.key(c.opening, c.seed)))"
    assert script.evaluate(keys, VECTORS["keys"]) == [case["key"] for case in VECTORS["keys"]]
    words = """all => all.map(c => {
        const next = FairDealing.words(FairDealing.fromHex(c.key), c.label);
        return c.words.map(() => next());
    })"""
    assert script.evaluate(words, VECTORS["words"]) == [case["words"] for case in VECTORS["words"]]
    numbers = """all => all.map(c => {
        const below = FairDealing.numbers(FairDealing.fromHex(c.key), c.label);
        return c.numbers.map(() => below(c.n));
    })"""
    assert script.evaluate(numbers, VECTORS["numbers"]) == [case["numbers"] for case in VECTORS["numbers"]]


def test_vectors_of_shuffles_and_throws(script: Script) -> None:
    shuffles = "all => all.map(c => FairDealing.shuffled(FairDealing.fromHex(c.key), c.label, c.pack))"
    assert script.evaluate(shuffles, VECTORS["shuffles"]) == [case["shuffled"] for case in VECTORS["shuffles"]]
    throws = "all => all.map(c => FairDealing.thrown(FairDealing.fromHex(c.key), c.label, c.dice, c.faces))"
    assert script.evaluate(throws, VECTORS["throws"]) == [case["thrown"] for case in VECTORS["throws"]]


def test_a_hash_of_any_length_is_that_of_the_standard(script: Script) -> None:
    """From the examples of FIPS 180-4, and RFC 4231 with a key that is longer than a block."""
    sha = "text => FairDealing.sha256Hex(text)"
    assert script.evaluate(sha, "") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert script.evaluate(sha, "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    assert script.evaluate(sha, two) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    assert script.evaluate("() => FairDealing.sha256Hex('a'.repeat(1000000))") == million
    long = "text => FairDealing.toHex(FairDealing.hmac(new Uint8Array(131).fill(0xaa), text))"
    expected = "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    assert script.evaluate(long, "Test Using Larger Than Block-Size Key - Hash Key First") == expected


@pytest.mark.parametrize("case", TRANSCRIPTS, ids=lambda case: case["name"].replace(" ", "_"))
def test_published_transcripts_get_their_verdicts(script: Script, case: dict[str, Any]) -> None:
    verdict = judged(script, case["transcript"], case["seen"])
    beyond = NEED_THE_RULES.get(case["name"], [])
    assert codes(verdict["doubts"]) == [code for code in case["doubts"] if code not in beyond]
    assert codes(verdict["remarks"]) == case["remarks"]
    assert set(beyond) <= set(case["doubts"])


def test_what_needs_the_rules_is_said_not_to_be_checked(script: Script) -> None:
    for case in TRANSCRIPTS:
        steps = judged(script, case["transcript"], case["seen"])["steps"]
        assert steps[-1] == {"code": "rules", "state": "not_checked"}


DAMAGED: list[tuple[Callable[[str], str], str]] = [
    (lambda _: "", "bad_transcript"),
    (lambda _: "[1]", "bad_transcript"),
    (lambda _: "[" * 100_000, "bad_transcript"),
    (lambda text: text[:-1], "bad_transcript"),
    (lambda text: text + " " * 2**22, "bad_transcript"),
    (lambda text: text.replace('"options":{}', '"options":{"x":' + "[" * 25 + "]" * 25 + "}"), "bad_transcript"),
    (lambda text: text.replace('"options":{}', '"options":{"x":1.5}'), "bad_transcript"),
    (lambda text: text.replace('"round":5', '"round":5.0'), "bad_transcript"),
    (lambda text: text.replace('"round":5', '"round":9007199254740992'), "bad_transcript"),
    (lambda text: text.replace('"round":5', '"round":9007199254740991'), "broken_chain"),
    (lambda text: text.replace('"round":5', '"round":0'), "bad_transcript"),
    (lambda text: text.replace('"Ada"', '"\\ud800"'), "bad_transcript"),
    (lambda text: text.replace('"void":false', '"void":null'), "bad_transcript"),
    (lambda text: text.replace('"round":5', '"round": 5'), "not_canonical"),
    (lambda text: text.replace('"round":5', '"round":5,"round":5'), "not_canonical"),
    (lambda text: text + "\n", "not_canonical"),
    (lambda text: text.replace('"fair-1"', '"fair-2"'), "other_version"),
    (lambda text: text.replace('"minoru"', '"whist"'), "other_game"),
    (lambda text: text.replace('"minoru"', '"__proto__"'), "other_game"),
]


@pytest.mark.parametrize(("damage", "code"), DAMAGED)
def test_damaged_transcripts(script: Script, damage: Any, code: str) -> None:
    assert codes(judged(script, damage(TRANSCRIPTS[0]["transcript"]))["doubts"])[0] == code


def test_every_game_is_among_the_rounds() -> None:
    assert {game for game, _, _ in ROUNDS} == set(GAMES)


def changed(move: Any) -> Any:
    """The same move of chance with its first two cards exchanged, or another card or die in place of the first."""
    ((act, fact),) = move.items()
    if isinstance(fact, str):
        return {act: "2H" if fact != "2H" else "3H"}
    if isinstance(fact, dict):
        first, second, *others = fact["hands"]
        return {act: {**fact, "hands": [[second[0], *first[1:]], [first[0], *second[1:]], *others]}}
    if isinstance(fact[0], int):
        return {act: [fact[0] % 6 + 1, *fact[1:]]}
    return {act: [fact[1], fact[0], *fact[2:]]}


@pytest.mark.parametrize(("slug", "options", "seats"), ROUNDS, ids=lambda value: str(value).replace(" ", "_"))
def test_a_round_of_every_game_is_dealt_again_and_one_other_card_is_noticed(
    script: Script, slug: str, options: dict[str, Any], seats: str
) -> None:
    told = dealt(GAMES[slug], options, seats.split())
    seen = Seen(told.table, told.round, told.anchor, fair.digest(told.off()))
    assert verify(canonical(told), GAMES[slug], seen).doubts == (), "the kit itself must have dealt it"
    noted = {"anchor": told.anchor, "off": fair.digest(told.off()), "table": told.table, "round": told.round}
    verdict = judged(script, canonical(told), noted)
    assert verdict["doubts"] == []
    chance = [at for at, move in enumerate(told.moves) if "seat" not in move]
    assert [draw["move"] for draw in verdict["draws"]] == [at + 1 for at in chance]
    for at in {chance[0], chance[len(chance) // 2], chance[-1]}:
        moves = (*told.moves[:at], changed(told.moves[at]), *told.moves[at + 1 :])
        assert moves != told.moves
        found = judged(script, canonical(replace(told, moves=moves)), noted)["doubts"]
        assert found == [{"code": "other_deal", "move": at + 1}]


def test_a_card_cannot_hide_behind_a_seat(script: Script) -> None:
    """A move of a seat is not drawn: a deal that names one must not pass for it."""
    for slug, options, seats in ROUNDS:
        told = dealt(GAMES[slug], options, seats.split(), most=40)
        at = next(at for at, move in enumerate(told.moves) if "seat" not in move)
        hidden = (*told.moves[:at], {**changed(told.moves[at]), "seat": "Ada"}, *told.moves[at + 1 :])
        found = judged(script, canonical(replace(told, moves=hidden)))["doubts"]
        assert codes(found) == ["impossible_move"], slug


def test_what_somebody_brought_along_is_dealt_again(script: Script) -> None:
    """Courses and editions of a club's own stand whole in the options."""
    for slug, option, whole in (
        ("ascot", "edition", GAMES["ascot"].editions["miro-demo-1"]),
        ("minoru", "course", find_game("minoru").courses["long"]),  # type: ignore[attr-defined]
    ):
        told = dealt(GAMES[slug], {option: to_json(whole)}, ["Ada", "Bob", "Cy"])
        verdict = judged(script, canonical(told))
        assert verdict["doubts"] == [], slug
        assert len(verdict["draws"]) >= 4


def test_rounds_of_a_table_are_all_there_and_hang_on_one_chain(script: Script) -> None:
    rounds = [dealt(GAMES["roulette"], {}, ["Ada", "Bob"], number=number) for number in (1, 2, 3)]
    check = """([texts, anchor]) => {
        const read = texts.map(text => FairDealing.readTranscript(text));
        return FairDealing.verifyTable(read, read[0].table, anchor);
    }"""

    def found(told: list[Transcript], anchor: str = CHAIN[0]) -> list[str]:
        return codes(script.evaluate(check, [[canonical(each).decode() for each in told], anchor]))

    assert found(rounds) == []
    assert found([rounds[0], rounds[2]]) == ["missing_round"]
    assert found(rounds[1:]) == ["missing_round"] * 2
    assert found([rounds[0], replace(rounds[1], seed=CHAIN[3])]) == ["broken_chain"]
    assert found(rounds, CHAIN[1]) == ["broken_chain"] * 3


@pytest.mark.browser
def test_a_browser_hashes_deals_and_judges_as_node_does(in_chromium: Script) -> None:
    """Every vector, every published transcript, and whatever is damaged."""
    test_vectors_of_canonical_bytes_and_hashes(in_chromium)
    test_vectors_of_chains_commitments_and_offs(in_chromium)
    test_vectors_of_keys_words_and_numbers(in_chromium)
    test_vectors_of_shuffles_and_throws(in_chromium)
    test_a_hash_of_any_length_is_that_of_the_standard(in_chromium)
    for case in TRANSCRIPTS:
        test_published_transcripts_get_their_verdicts(in_chromium, case)
    for damage, code in DAMAGED:
        test_damaged_transcripts(in_chromium, damage, code)


@pytest.mark.browser
def test_a_browser_deals_a_round_of_every_game_again(in_chromium: Script) -> None:
    for game in GAMES:
        first = next(each for each in ROUNDS if each[0] == game)
        test_a_round_of_every_game_is_dealt_again_and_one_other_card_is_noticed(in_chromium, *first)
