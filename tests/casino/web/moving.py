"""Moves on a page: what is offered there, written as the API writes it, and how a form is filled in for a move."""

import json
from typing import Any

from casino.clubs.actors import HOUSE
from casino.tables import locks
from casino.tables.models import Round
from casino.tables.playing import value_of, waiting
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from games.derby.moves import Call
from games.kit.entering import Enter
from games.kit.game import written
from tests.casino.web.browsing import Browser, Element, Page

Offers = dict[str, list[Any]]  # by the names that the API has for the four kinds


def forms_of(page: Page) -> list[Element]:
    return page.forms("/move/")


def _number(form: Element, name: str) -> dict[str, int]:
    field = form.one("input", type="number", name=name)
    return {"least": int(field["min"]), "most": int(field["max"]), "step": int(field["step"])}


def _values(part: Element, tag: str) -> list[str]:
    return [each["value"] for each in part.all(tag)]


def _choices(form: Element) -> list[dict[str, Any]]:
    lists = [{"part": each["name"], "values": _values(each, "option")} for each in form.all("select")]
    ticks = [
        {"part": each.all("input")[0]["name"] if each.all("input") else "", "values": _values(each, "input")}
        for each in form.all("fieldset", class_="several")
    ]
    return sorted([*lists, *ticks], key=lambda each: each["part"])


def shown(page: Page) -> Offers:
    """What the page offers, as the API would list it."""
    told: Offers = {"moves": [], "ranges": [], "on_spaces": [], "composed": []}
    for form in forms_of(page):
        sent = {name: values[0] for name, values in form.fields.items()}
        act, _, market = sent.get("act", "").partition(":")
        if "move" in sent:
            told["moves"].append(json.loads(sent["move"]))
        elif market:
            told["on_spaces"].append(
                {"act": act, "market": market, "selections": _choices(form)[0]["values"], **_number(form, "number")}
            )
        elif form.all("input", name="number"):
            told["ranges"].append({"act": act, **_number(form, "number")})
        else:
            amounts = [each["name"] for each in form.all("input", type="number")]
            parts = [{"part": name, **_number(form, name)} for name in amounts]
            told["composed"].append({"act": act, "choices": _choices(form), "amounts": parts})
    return told


def listed(answer: dict[str, Any]) -> Offers:
    """What the API lists, without what a page cannot show: the name of the game, and lists to choose nothing from."""
    told: Offers = {name: list(answer[name]) for name in ("moves", "ranges", "on_spaces", "composed")}
    told["moves"] = [{name: fact for name, fact in move.items() if name != "game"} for move in told["moves"]]
    told["on_spaces"] = [{**each, "step": 1} for each in told["on_spaces"]]
    for each in told["composed"]:
        choices = [choice if choice["values"] else {"part": "", "values": []} for choice in each["choices"]]
        each["choices"] = sorted(choices, key=lambda choice: str(choice["part"]))
    return told


def filled_in(page: Page, move: dict[str, Any]) -> tuple[str, Element, dict[str, Any]]:
    """The kind, the form of the page with which this move is made, and what is typed or ticked in it."""
    ((act, facts),) = move.items()
    for form in forms_of(page):
        sent = {name: values[0] for name, values in form.fields.items()}
        if "move" in sent and json.loads(sent["move"]) == move:
            return "button", form, {}
        if sent.get("act") == act and form.all("input", name="number"):
            return "range", form, {"number": str(facts)}
        if isinstance(facts, dict) and sent.get("act") == f"{act}:{facts.get('market')}":
            number = next(fact for name, fact in facts.items() if name not in {"market", "selection"})
            return "on spaces", form, {"selection": facts["selection"], "number": str(number)}
        if sent.get("act") == act:
            names = {each["name"] for each in form.all() if each["name"]}
            parts = facts if isinstance(facts, dict) else dict.fromkeys(names & _own(form), facts)
            return "composed", form, {name: fact for name, fact in parts.items() if name in names}
    raise AssertionError(f"nothing on the page makes {move}")


def _own(form: Element) -> set[str]:
    parts = [*form.all("select"), *form.all("input", type="checkbox"), *form.all("input", type="number")]
    return {each["name"] for each in parts}


def unseated(move: Any) -> dict[str, Any]:
    told: dict[str, Any] = {name: fact for name, fact in written(move).items() if name != "seat"}
    return told


def last_move(round_: Round) -> dict[str, Any]:
    row = round_.moves.order_by("-number").first()
    assert row is not None
    return {name: fact for name, fact in row.move.items() if name != "seat"}


def decided(round_: Round) -> tuple[str, dict[str, Any]] | None:
    """Who is waited for, and what an automatic player does there; who may enter, enters, and a total is called as soon
    as it can be. Nobody, if chance or the clock is next.
    """
    value = value_of(locks.read(round_.pk))
    for seat in waiting(value):
        if move := value.game.automatic(value.state, seat):
            return seat, unseated(move)
    unasked = [(seat, move) for seat in value.seats for move in value.legal(seat) if isinstance(move, Enter | Call)]
    return next(((seat, unseated(move)) for seat, move in unasked), None)


def go_on(round_: Round) -> None:
    """What is due next; the off, where somebody has to call it."""
    now = locks.read(round_.pk)
    if not tick(now.pk, now.step):
        call_the_off(now.pk, by=HOUSE)


def table_page(browser: Browser, round_: Round) -> Page:
    return browser.get(f"/play/tables/{round_.table_id}/")
