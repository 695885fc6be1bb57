"""The pages of the verifier: what stands in them, and whose rounds can be picked."""

import ast
import json
import re
from html.parser import HTMLParser
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from casino.clubs.models import Club, Staff
from casino.home import PROJECT
from casino.tables.fairness import transcript_of
from casino.tables.models import Round
from casino.web.verifier_packs import PRINTED, packs
from casino.web.verifier_words import DOUBTS, REMARKS, SENTENCES, sentences
from games.registry import GAMES
from tests.casino.cast import member
from tests.casino.room import Room, play

BEYOND_THE_BROWSER = {"unfinished", "void_after_the_end"}


class Blocks(HTMLParser):
    """The data in a page, by id, and every address it names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.blocks: dict[str, str] = {}
        self.addresses: list[str] = []
        self.inside: str | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.inside = told.get("id") if tag == "script" and told.get("type") == "application/json" else None
        self.addresses += [value for name, value in attrs if name in {"src", "href"} and value]

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.blocks[self.inside] = data
            self.inside = None


def page_of(client: Client, query: str = "") -> tuple[str, Blocks]:
    answer = client.get(f"/verify/{query}")
    assert answer.status_code == 200
    text = answer.content.decode()
    return text, Blocks(text)


def picked(client: Client, round_: Round) -> list[dict[str, str]]:
    told: list[dict[str, str]] = json.loads(page_of(client, f"?round={round_.pk}")[1].blocks["transcripts"])
    return told


def staff(name: str, club: Club | None, **rights: bool) -> Client:
    user = member(name, club, Staff.Part.AUDITOR)
    User.objects.filter(pk=user.pk).update(**rights)
    client = Client()
    client.force_login(user)
    return client


def test_staff_pick_a_round_of_their_club_that_is_over(room: Room) -> None:
    over = play(room.open())
    live = room.open()
    auditor = staff("ada", room.session.club)
    text, _ = page_of(auditor)
    assert f'href="?round={over.pk}"' in text
    assert f'href="?round={live.pk}"' not in text
    assert picked(auditor, over) == [
        {"title": "Evening: Minoru 1, round 1", "text": transcript_of(Round.objects.get(pk=over.pk)).decode()}
    ]
    assert picked(auditor, live) == []
    assert f'href="?round={over.pk}" aria-current="page"' in page_of(auditor, f"?round={over.pk}")[0]


def test_nobody_else_is_given_a_transcript(room: Room) -> None:
    over = play(room.open())
    strangers = {
        "nobody": Client(),
        "of another club": staff("bob", Club.objects.create(name="Another club")),
        "of no club": staff("cy", None),
        "no staff any longer": staff("dan", room.session.club, is_staff=False),
    }
    for who, client in strangers.items():
        assert picked(client, over) == [], who
        assert "?round=" not in page_of(client)[0], who


def test_a_round_that_is_none_is_not_picked(room: Room) -> None:
    play(room.open())
    auditor = staff("ada", room.session.club)
    for nonsense in ("", "x", "-1", "9" * 18, "9" * 40, "\u0663", "1;2"):
        answer = auditor.get("/verify/", {"round": nonsense})
        assert json.loads(Blocks(answer.content.decode()).blocks["transcripts"]) == [], nonsense


def test_a_transcript_cannot_end_the_block_it_stands_in(room: Room) -> None:
    """Names of seats are what guests typed."""
    round_ = play(room.open())
    Round.objects.filter(pk=round_.pk).update(seats=["</script><script>alert(1)", "Bob", "Cy"])
    auditor = staff("ada", room.session.club)
    text, blocks = page_of(auditor, f"?round={round_.pk}")
    assert "<script>alert" not in text
    assert "</script><script>alert(1)" in json.loads(blocks.blocks["transcripts"])[0]["text"]


def test_the_page_names_no_other_host_and_only_asks() -> None:
    _, blocks = page_of(Client())
    assert all(address.startswith(("/", "?", "#")) for address in blocks.addresses)
    assert Client().post("/verify/").status_code == 405
    assert Client().post("/verify/offline.html").status_code == 405


def test_the_file_to_take_home_has_everything_inside() -> None:
    answer = Client().get("/verify/offline.html")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="verifier.html"'
    text = answer.content.decode()
    blocks = Blocks(text)
    assert blocks.addresses == []
    assert "globalThis.FairDealing" in text
    assert "--accent: #" in text
    assert set(json.loads(blocks.blocks["packs"])) == set(GAMES)
    assert json.loads(blocks.blocks["sentences"]) == sentences()


def test_every_game_brings_its_packs() -> None:
    found = packs()
    assert set(PRINTED) == set(GAMES)
    assert len(found["minoru"]["pack"]) == len(found["horses"]["pack"]) == 52
    assert found["minoru"]["pack"][:2] == ["2H", "3H"]
    assert found["roulette"]["pack"][-3:] == ["0", "00", "eagle"]
    dice = {name: course["dice"] for name, course in found["derby"]["courses"].items()}
    assert dice == {"derby-day": 3, "kentucky": 3, "grand-national": 2, "myopia": 3}
    assert all(len(course["pack"]) == 52 for course in found["musical-casino"]["courses"].values())
    assert all(len(edition["cards"]) == 20 for edition in found["ascot"]["editions"].values())
    assert json.loads(json.dumps(found)) == found


def verdicts() -> dict[str, str]:
    """Every code of the kit's own verifier, and its sentence."""
    source = (PROJECT / "games" / "kit" / "verifying.py").read_text()
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    told: list[Any] = [call.args for call in calls if getattr(call.func, "id", "") == "RuleBroken"]
    return {code.value: sentence.value for code, sentence in told}


def test_verdicts_have_the_codes_and_the_sentences_of_the_kit() -> None:
    ours = {**DOUBTS, **REMARKS}
    expected = verdicts()
    assert len(expected) > 20
    assert {code: ours.get(code) for code in expected if code not in BEYOND_THE_BROWSER} == {
        code: sentence for code, sentence in expected.items() if code not in BEYOND_THE_BROWSER
    }


def test_every_sentence_of_the_script_is_there_and_facts_stand_in_braces() -> None:
    script = (PROJECT / "casino" / "web" / "static" / "web" / "verify.js").read_text()
    said = set(re.findall(r'(?:code: |say\(|Impossible\(|Unreadable\()"([a-z_]+)"', script))
    assert len(said) > 40
    assert said - {"written", "rules"} <= set(SENTENCES)
    with translation.override("en"):
        assert sentences()["false_reveal"] == "What {seat} revealed does not fit the commitment."
    with translation.override("fr"):
        assert "{seat}" in sentences()["false_reveal"]
        assert sentences()["false_reveal"] != "What {seat} revealed does not fit the commitment."
