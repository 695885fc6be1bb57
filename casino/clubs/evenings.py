"""Evenings to start from: those of `evenings.toml`, and earlier sessions of one's own clubs."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from django.db import transaction

from casino.clubs.actors import Actor
from casino.clubs.models import Club, Session
from casino.clubs.sessions import make_session
from casino.clubs.terms import Settings
from casino.tables.planning import plan_table, settings_of, told
from casino.tables.programme import Line, lines_of
from games.kit.catalogue import Words
from games.kit.values import read_json


@dataclass(frozen=True)
class TemplateTable:
    name: Words
    game: str
    settings: dict[str, Any] = field(default_factory=dict)
    races: tuple[Words, ...] = ()


@dataclass(frozen=True)
class Template:
    title: Words
    about: Words
    settings: dict[str, Any] = field(default_factory=dict)
    tables: tuple[TemplateTable, ...] = ()


@dataclass(frozen=True)
class Plan:
    """A table to be planned, wherever it was copied from."""

    name: str
    game: str
    settings: dict[str, Any]
    programme: tuple[Line, ...]


@cache
def templates() -> dict[str, Template]:
    text = resources.files("casino.clubs").joinpath("evenings.toml").read_text("utf-8")
    return {
        name: read_json(Template, data, f"evenings.{name}", "bad_template")
        for name, data in tomllib.loads(text).items()
    }


@transaction.atomic
def prepare_session(
    *, club: Club, name: str, by: Actor, like: Template | Session | None = None, **settings: Any
) -> Session:
    """A draft with what was said, and for the rest as that evening: its settings, its tables, its programme."""
    session = make_session(club=club, name=name, by=by, **{**_settings(like), **settings})
    for plan in _plans(like, session.language):
        plan_table(
            session=session, name=plan.name, game=plan.game, by=by, programme=plan.programme, **told(plan.settings)
        )
    return session


def _settings(like: Template | Session | None) -> dict[str, Any]:
    if isinstance(like, Session):
        return Settings.of(like).as_fields()
    return dict(like.settings) if like else {}


def _plans(like: Template | Session | None, language: str) -> list[Plan]:
    if like is None:
        return []
    found = _of_session(like) if isinstance(like, Session) else _of_template(like, language)
    return list({plan.name: plan for plan in reversed(list(found))}.values())[::-1]  # each name once, the first


def _of_template(template: Template, language: str) -> Iterable[Plan]:
    for table in template.tables:
        races = tuple(Line(race.said_in(language)) for race in table.races)
        yield Plan(table.name.said_in(language), table.game, table.settings, races)


def _of_session(session: Session) -> Iterable[Plan]:
    """The tables that were in its room, as they had been planned if they had been, and those that never came there."""
    for table in session.tables.select_related("plan").prefetch_related("races").order_by("pk"):
        plan = getattr(table, "plan", None)
        settings = plan.settings if plan else settings_of(table)
        yield Plan(table.name, table.game, settings, lines_of(table.races.all()))
    for planned in session.planned_tables.filter(table=None).prefetch_related("races").order_by("pk"):
        yield Plan(planned.name, planned.game, planned.settings, lines_of(planned.races.all()))
