"""The games of the house over the API: signs for the eye and the ear, and what is printed on cards."""

from typing import Any

import pytest
from django.test import Client

from games.registry import GAMES

pytestmark = pytest.mark.django_db


def game(slug: str, language: str = "en") -> dict[str, Any]:
    answer = Client().get(f"/api/v1/games/{slug}/", headers={"accept-language": language})
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize(
    ("language", "tone", "chord"),
    [
        ("en", ("F♯", "F sharp"), ("B♭ minor", "B flat minor")),
        ("fr", ("F♯", "fa dièse"), ("B♭ mineur", "si bémol mineur")),
        ("es", ("F♯", "fa sostenido"), ("B♭ menor", "si bemol menor")),
    ],
)
def test_tones_and_chords_have_signs_in_every_language(
    language: str, tone: tuple[str, str], chord: tuple[str, str]
) -> None:
    signs = {each["name"]: (each["shown"], each["spoken"]) for each in game("musical-casino", language)["signs"]}
    assert (signs["F#"], signs["Bb minor"]) == (tone, chord)
    assert len(signs) == 19 + 30


def test_every_card_of_a_pack_lists_its_chords() -> None:
    told = game("musical-casino")
    signs = {each["name"] for each in told["signs"]}
    for variant in told["variants"]:
        faces = {face["name"]: face for face in variant["faces"]}
        assert len(faces) == 19
        assert sum(face["count"] for face in faces.values()) == 52
        assert sum(len(face["below"]) for face in faces.values()) == 30 * 3
        assert signs >= {name for face in faces.values() for name in (face["name"], *face["below"])}
        assert faces["Cb"] == {"name": "Cb", "count": 1, "below": ["Cb major", "Ab minor"]}


def test_an_edition_is_all_that_is_printed_in_every_language() -> None:
    """What the numbers of rules/ascot.md say of it, and texts that no language lacks."""
    answer = Client().get("/api/v1/games/ascot/editions/miro-demo-1/")
    assert answer.status_code == 200
    edition = answer.json()["edition"]
    assert (edition["game"], edition["name"]) == ("ascot", "miro-demo-1")
    assert (len(edition["horses"]), len(edition["businesses"])) == (12, 8)
    assert (len(edition["training"]["cells"]), len(edition["course"]["rows"])) == (40, 66)
    assert edition["money"]["starting_cash"] == 281_000
    texts = [*(cell["text"] for cell in edition["training"]["cells"]), *(card["name"] for card in edition["horses"])]
    texts += [report["text"] for pack in edition["reports"].values() for report in pack]
    assert all(set(text) == {"en", "fr", "es"} for text in texts)
    assert edition["name"] in {variant["options"]["edition"] for variant in game("ascot")["variants"]}


@pytest.mark.parametrize(
    "path", ["ascot/editions/nothing-of-the-kind", "minoru/editions/miro-demo-1", "whist/editions/a"]
)
def test_an_edition_that_there_is_not_is_not_found(path: str) -> None:
    answer = Client().get(f"/api/v1/games/{path}/")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_what_views_say_in_a_word_is_said_in_the_language_of_the_request() -> None:
    for language in ("en", "fr", "es"):
        told = {each["name"]: each["said"] for each in game("ascot", language)["words"]}
        assert told == {name: words.said_in(language) for name, words in GAMES["ascot"].catalogue.words.items()}


@pytest.mark.parametrize("slug", sorted(set(GAMES) - {"musical-casino"}))
def test_other_games_have_nothing_of_it(slug: str) -> None:
    told = game(slug)
    assert told["signs"] == []
    assert all(variant["faces"] == [] for variant in told["variants"])
