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


@pytest.mark.parametrize("slug", sorted(set(GAMES) - {"musical-casino"}))
def test_other_games_have_nothing_of_it(slug: str) -> None:
    told = game(slug)
    assert told["signs"] == []
    assert all(variant["faces"] == [] for variant in told["variants"])
