"""Every string is there in every language, and nobody has left a guess."""

import pytest
from babel.messages.catalog import Catalog
from django.test import Client

from deploy import messages

TRANSLATED = [language for language in messages.LANGUAGES if language != messages.SOURCE_LANGUAGE]


def keys(catalog: Catalog) -> set[tuple[object, object]]:
    return {(message.id, message.context) for message in catalog if message.id}


def gaps(catalog: Catalog) -> list[object]:
    """Strings without a translation, or with one that is only a guess."""
    return [
        message.id
        for message in catalog
        if message.id
        and (message.fuzzy or not all(message.string if isinstance(message.string, tuple) else [message.string]))
    ]


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_a_catalogue_has_the_strings_of_the_sources_and_no_others(language: str) -> None:
    assert keys(messages.read(language)) == keys(messages.collect()), "run `make messages`"


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_missing_or_fuzzy(language: str) -> None:
    assert gaps(messages.read(language)) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_survive_translation(language: str) -> None:
    catalog = messages.read(language)
    wrong = {message.id: list(message.check(catalog)) for message in catalog}
    assert not {key: found for key, found in wrong.items() if found}


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_the_compiled_catalogue_is_the_written_one(language: str) -> None:
    path = messages.path_of(language).with_suffix(".mo")
    assert path.read_bytes() == messages.compiled(messages.read(language)), "run `make messages`"


def test_a_gap_is_seen() -> None:
    catalog = Catalog(locale="fr")
    catalog.add("missing")
    catalog.add("guessed", "deviné", flags=["fuzzy"])
    catalog.add(("one", "many"), ("un", ""))
    catalog.add("fine", "bien")
    assert gaps(catalog) == ["missing", "guessed", ("one", "many")]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "The house is open"), ("fr", "La maison est ouverte"), ("es", "La casa está abierta")],
)
def test_the_front_page_speaks_the_language_of_the_phone(client: Client, language: str, title: str) -> None:
    answer = client.get("/", headers={"accept-language": language})
    assert f"<h1>{title}</h1>" in answer.content.decode()
    assert f'<html lang="{language}">' in answer.content.decode()
