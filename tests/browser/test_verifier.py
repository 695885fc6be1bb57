"""The verifier in a real browser: by the published vectors, by rounds of every game, and at home without a house."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, Route, expect

from casino.home import PROJECT
from casino.web import verifier
from casino.web.verifier_packs import packs
from games.kit import fair
from games.kit.fair import Transcript
from games.kit.values import canonical, to_json
from games.kit.verifying import Seen, verify
from games.registry import GAMES, find_game
from tests.browser.rounds import CHAIN, dealt

pytestmark = pytest.mark.browser

SCRIPT = PROJECT / "casino" / "web" / "static" / "web" / "verify.js"
KIT = PROJECT / "tests" / "games" / "kit"
VECTORS = json.loads((KIT / "fair-1.json").read_text())
TRANSCRIPTS = json.loads((KIT / "fair-1-transcripts.json").read_text())
HOUSE = "http://house.test"
NOISY = {"error", "warning"}
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
def script(browser: Browser) -> Iterator[Page]:
    """The script by itself, in a page that is nothing else."""
    page = browser.new_page()
    page.add_script_tag(path=SCRIPT)
    page.evaluate("packs => { globalThis.packs = packs }", packs())
    yield page
    page.close()


def judged(script: Page, transcript: str | bytes, seen: dict[str, Any] | None = None) -> dict[str, Any]:
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


def test_vectors_of_canonical_bytes_and_hashes(script: Page) -> None:
    values = [case["value"] for case in VECTORS["canonical"]]
    found = script.evaluate("all => all.map(v => [FairDealing.canonical(v), FairDealing.digest(v)])", values)
    assert found == [[case["json"], case["sha256"]] for case in VECTORS["canonical"]]


def test_vectors_of_chains_commitments_and_offs(script: Page) -> None:
    for case in VECTORS["chains"]:
        link = "([table, seeds]) => seeds.map(seed => FairDealing.link(table, seed))"
        before = script.evaluate(link, [case["table"], case["anchor_then_seeds"][1:]])
        assert before == case["anchor_then_seeds"][:-1]
    made = "all => all.map(c => FairDealing.commitment(c.table, c.round, c.seat, c.entropy))"
    assert script.evaluate(made, VECTORS["commitments"]) == [case["commitment"] for case in VECTORS["commitments"]]
    offs = script.evaluate("all => all.map(c => FairDealing.offDigest(c.off))", VECTORS["offs"])
    assert offs == [case["digest"] for case in VECTORS["offs"]]


def test_vectors_of_keys_words_and_numbers(script: Page) -> None:
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


def test_vectors_of_shuffles_and_throws(script: Page) -> None:
    shuffles = "all => all.map(c => FairDealing.shuffled(FairDealing.fromHex(c.key), c.label, c.pack))"
    assert script.evaluate(shuffles, VECTORS["shuffles"]) == [case["shuffled"] for case in VECTORS["shuffles"]]
    throws = "all => all.map(c => FairDealing.thrown(FairDealing.fromHex(c.key), c.label, c.dice, c.faces))"
    assert script.evaluate(throws, VECTORS["throws"]) == [case["thrown"] for case in VECTORS["throws"]]


def test_a_hash_of_any_length_is_that_of_the_standard(script: Page) -> None:
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
def test_published_transcripts_get_their_verdicts(script: Page, case: dict[str, Any]) -> None:
    verdict = judged(script, case["transcript"], case["seen"])
    beyond = NEED_THE_RULES.get(case["name"], [])
    assert codes(verdict["doubts"]) == [code for code in case["doubts"] if code not in beyond]
    assert codes(verdict["remarks"]) == case["remarks"]
    assert set(beyond) <= set(case["doubts"])


def test_what_needs_the_rules_is_said_not_to_be_checked(script: Page) -> None:
    for case in TRANSCRIPTS:
        steps = judged(script, case["transcript"], case["seen"])["steps"]
        assert steps[-1] == {"code": "rules", "state": "not_checked"}


@pytest.mark.parametrize(
    ("damage", "code"),
    [
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
    ],
)
def test_damaged_transcripts(script: Page, damage: Any, code: str) -> None:
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
    script: Page, slug: str, options: dict[str, Any], seats: str
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


def test_a_card_cannot_hide_behind_a_seat(script: Page) -> None:
    """A move of a seat is not drawn: a deal that names one must not pass for it."""
    for slug, options, seats in ROUNDS:
        told = dealt(GAMES[slug], options, seats.split(), most=40)
        at = next(at for at, move in enumerate(told.moves) if "seat" not in move)
        hidden = (*told.moves[:at], {**changed(told.moves[at]), "seat": "Ada"}, *told.moves[at + 1 :])
        found = judged(script, canonical(replace(told, moves=hidden)))["doubts"]
        assert codes(found) == ["impossible_move"], slug


def test_what_somebody_brought_along_is_dealt_again(script: Page) -> None:
    """Courses and editions of a club's own stand whole in the options."""
    for slug, option, whole in (
        ("ascot", "edition", GAMES["ascot"].editions["miro-demo-1"]),
        ("minoru", "course", find_game("minoru").courses["long"]),  # type: ignore[attr-defined]
    ):
        told = dealt(GAMES[slug], {option: to_json(whole)}, ["Ada", "Bob", "Cy"])
        verdict = judged(script, canonical(told))
        assert verdict["doubts"] == [], slug
        assert len(verdict["draws"]) >= 4


def test_rounds_of_a_table_are_all_there_and_hang_on_one_chain(script: Page) -> None:
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


def house(route: Route) -> None:
    """The house's own answers, headers and all, without a server between."""
    answer = Client().get(route.request.url.removeprefix(HOUSE))
    headers = {name: value for name, value in answer.headers.items() if name != "Content-Length"}
    route.fulfill(status=answer.status_code, headers=headers, body=answer.content)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """The page at the house, over plain HTTP. Any complaint of the browser is a failure."""
    context = browser.new_context(locale="en-GB", viewport={"width": 360, "height": 740})
    context.route(f"{HOUSE}/**", house)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type in NOISY else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: complaints.append(request.url))
    page.goto(f"{HOUSE}/verify/")
    yield page
    context.close()
    assert complaints == []


def give(page: Page, *transcripts: str) -> None:
    files = [
        {"name": f"{at}.json", "mimeType": "application/json", "buffer": text.encode()}
        for at, text in enumerate(transcripts)
    ]
    page.get_by_label("Transcript files").set_input_files(files)  # type: ignore[arg-type]


HONEST = TRANSCRIPTS[0]
FORGED = next(case for case in TRANSCRIPTS if case["name"] == "two cards exchanged in deal 2")


def test_a_guest_gives_a_file_and_is_told_that_it_stands(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    give(page, HONEST["transcript"])
    expect(page.get_by_role("status")).to_contain_text("deals again as the transcript says")
    expect(page.get_by_role("heading", name="Minoru, round 5 of table Table 3")).to_be_visible()
    expect(page.locator("[data-step=anchor]")).to_contain_text("Not compared:")
    expect(page.locator("[data-step=deal]")).to_contain_text("True:")
    expect(page.locator("[data-step=rules]")).to_contain_text("Not checked here:")
    expect(page.get_by_role("row")).to_have_count(1 + 6)
    page.get_by_text("What your phone kept").click()
    page.get_by_label("The anchor my phone saw").fill(HONEST["seen"]["anchor"].upper())
    page.get_by_label("The digest of the off").fill(HONEST["seen"]["off"])
    page.get_by_label("My name at the table").fill("Théo")
    page.get_by_label("The entropy my phone revealed").fill(HONEST["seen"]["entropy"][1])
    page.get_by_role("button", name="Deal it again").click()
    for step in ("anchor", "off", "own_entropy"):
        expect(page.locator(f"[data-step={step}]")).to_contain_text("True:")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert [url for url in asked if not url.endswith("/icon.svg")] == []


def test_a_forged_card_is_shown_beside_the_one_that_the_seed_deals(page: Page) -> None:
    page.get_by_label("Or paste a transcript").fill(f"  {FORGED['transcript']}\n")
    page.get_by_role("button", name="Deal it again").click()
    expect(page.get_by_role("status")).to_contain_text("Something is wrong")
    expect(page.locator(".doubts")).to_have_text("Move 2 is not the one that the seed deals.")
    cells = page.get_by_role("row").last.get_by_role("cell")
    expect(cells).to_have_text(["2", "pack 1", "deal: 8H JH 4C 3C QS", "deal: JH 8H 4C 3C QS", "✗ not the same"])
    expect(page.locator("[data-step=deal]")).to_contain_text("Not true:")


def test_what_is_no_hash_is_refused_in_its_field(page: Page) -> None:
    page.get_by_text("What your phone kept").click()
    page.get_by_label("The anchor my phone saw").fill("10b936")
    give(page, HONEST["transcript"])
    expect(page.get_by_text("This should be 64 digits")).to_be_visible()
    expect(page.get_by_label("The anchor my phone saw")).to_be_focused()
    expect(page.get_by_role("article")).to_have_count(0)


def test_several_files_are_judged_one_by_one_and_as_one_table(page: Page) -> None:
    rounds = [dealt(GAMES["roulette"], {}, ["Ada", "Bob"], number=number) for number in (2, 1)]
    give(page, *(canonical(each).decode() for each in rounds))
    expect(page.get_by_role("article")).to_have_count(3)
    expect(page.locator("[data-together]")).to_contain_text("the first 2 rounds of one table")
    give(page, canonical(rounds[0]).decode(), "no transcript")
    expect(page.locator(".does_not_stand")).to_have_count(1)


def test_a_round_that_was_picked_comes_with_the_page_and_is_judged_at_once(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifier, "transcripts", lambda _: [("Evening", HONEST["transcript"])])
    page.goto(f"{HOUSE}/verify/?round=1")
    expect(page.get_by_role("status")).to_contain_text("Minoru, round 5 of table Table 3: This round deals again")


def test_the_page_is_held_to_the_policy_of_the_house(browser: Browser) -> None:
    """Otherwise no test here would notice a style or a script that the house forbids."""
    page = browser.new_page()
    page.route(f"{HOUSE}/**", house)
    page.goto(f"{HOUSE}/verify/")
    blocked = """() => new Promise(resolve => {
        document.addEventListener("securitypolicyviolation", broken => resolve(broken.blockedURI));
        document.head.append(Object.assign(document.createElement("script"), { src: "http://elsewhere.test/x.js" }));
    })"""
    assert page.evaluate(blocked) == "http://elsewhere.test/x.js"
    page.close()


def test_a_dropped_file_is_judged(page: Page) -> None:
    drop = """text => {
        const carried = new DataTransfer();
        carried.items.add(new File([text], "round.json"));
        const dropped = new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true });
        document.querySelector("[data-drop]").dispatchEvent(dropped);
    }"""
    page.evaluate(drop, HONEST["transcript"])
    expect(page.get_by_role("status")).to_contain_text("deals again")


def test_at_home_it_judges_from_the_disk_without_any_network(browser: Browser, tmp_path: Path) -> None:
    taken = tmp_path / "verifier.html"
    taken.write_bytes(Client().get("/verify/offline.html").content)
    context = browser.new_context(locale="en-GB")
    context.set_offline(True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(taken.as_uri())
    give(page, FORGED["transcript"])
    expect(page.locator(".doubts")).to_have_text("Move 2 is not the one that the seed deals.")
    give(page, HONEST["transcript"])
    expect(page.get_by_role("status")).to_contain_text("deals again as the transcript says")
    assert asked == [taken.as_uri()]
    context.close()
