"""What a game shows, in words for a page: names in its language, and tones as they are printed and as they are read."""

import json
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from django.utils.html import format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.tables.naming import course_name, market_name, office_holder, said, selection_name, sign_name
from games.kit.catalogue import Words
from games.kit.game import Game
from games.kit.values import to_json

# What games call what everybody sees. A word that is missing here is shown as the game has it. What has another name
# inside something else stands here with that: `players.cards`.
LABELS = {
    "office": _("office held by"),
    "waiting_for": _("waiting for"),
    "course": _("course"),
    "banker": _("banker"),
    "joker": _("joker"),
    "positions": _("positions"),
    "deals": _("deals"),
    "pack_number": _("pack"),
    "aside": _("cards dealt"),
    "winner": _("winner"),
    "bookie": _("Bookie"),
    "finish": _("home"),
    "mode": _("how it is played"),
    "payout_mode": _("odds are"),
    "run_mode": _("runs"),
    "layout": _("layout"),
    "turn": _("turn"),
    "card": _("card"),
    "target": _("target"),
    "markers": _("markers a turn"),
    "players": _("players"),
    "seat": _("player"),
    "points": _("points"),
    "marks": _("markers laid"),
    "done": _("done"),
    "out": _("out of the play-off"),
    "donkey": _("donkey race"),
    "calls": _("calls"),
    "race": _("race of the evening"),
    "horses": _("horses"),
    "thrower": _("thrower"),
    "shaken": _("dice shaken"),
    "throws": _("throws"),
    "dice": _("dice"),
    "rights": _("may be called"),
    "winners": _("winners"),
    "ante": _("ante"),
    "places": _("places still free"),
    "partners": _("partners"),
    "usage": _("otherwise than usual"),
    "deal": _("deal"),
    "dealer": _("dealer"),
    "stock": _("cards to come"),
    "table": _("on the table"),
    "builds": _("builds"),
    "builds.number": _("build"),
    "builds.owner": _("built by"),
    "builds.chord": _("called"),
    "cards": _("cards"),
    "players.cards": _("cards in hand"),
    "pile": _("cards taken"),
    "sweeps": _("sweeps"),
    "total": _("total"),
    "scores": _("last deal"),
    "side": _("player"),
    "f_cards": _("F and F sharp"),
    "great_casino": _("points for E sharp"),
    "little_casino": _("points for C flat"),
    "d_cards": _("points for D flat and D sharp"),
    "most_cards": _("points for most cards"),
    "most_f_cards": _("points for most F and F sharp"),
    "scores.sweeps": _("points for sweeps"),
    "scores.points": _("points of the deal"),
    "edition": _("edition"),
    "phase": _("part of the game"),
    "free_places": _("places still free"),
    "auctioneer": _("auctioneer"),
    "bookmaker": _("bookmaker"),
    "proposed": _("proposed"),
    "agreed": _("agreed"),
    "decision": _("comes first"),
    "cash": _("cash"),
    "bought": _("bought"),
    "businesses": _("businesses"),
    "reports": _("reports kept"),
    "member": _("member of the club"),
    "misses": _("throws to miss"),
    "advantages": _("Advantages"),
    "disadvantages": _("Disadvantages"),
    "favourite": _("favourite"),
    "number": _("number"),
    "called": _("horse"),
    "horses.called": _("name"),
    "colour": _("colour"),
    "owner": _("owner"),
    "standing": _("standing"),
    "steps": _("steps in training"),
    "length": _("length"),
    "lane": _("lane"),
    "down": _("down"),
    "bank": _("bank"),
    "tote": _("in the totalisator"),
    "escrow": _("in escrow"),
    "carried": _("for the next game"),
    "dead": _("cards in the dead hand"),
    "offers": _("offers"),
    "offers.number": _("offer"),
    "by": _("by"),
    "to": _("to"),
    "give": _("gives"),
    "ask": _("asks for"),
    "pays": _("pays"),
    "gets": _("gets"),
    "tickets": _("tickets"),
    "tickets.number": _("ticket"),
    "runner": _("horse"),
    "counters": _("francs"),
    "place_bets": _("place bets"),
    "place_bets.number": _("bet"),
    "horse": _("horse"),
    "stake": _("stake"),
    "payout": _("payout"),
    "accepted": _("accepted"),
    "asset": _("for sale"),
    "seller": _("seller"),
    "speakers": _("bidders"),
    "step": _("steps of"),
    "bid": _("highest bid"),
    "bidder": _("by"),
    "pack": _("reports"),
    "creditor": _("owed to"),
    "francs": _("francs"),
    "reason": _("reason"),
    "offered": _("put up so far"),
    "die": _("die"),
    "lengths": _("lengths"),
    "lanes": _("lanes"),
    "immunity": _("against"),
    "to_move": _("still to move"),
    "cells": _("cells"),
    "inscription": _("inscription obeyed"),
    "placed": _("past the post"),
}
OF_A_SEAT = {"turn": _("turn of")}  # what is called otherwise where it names somebody
NOTHING_TO_CALL = {("calls", "auto"): _("none, hurdles are jumped without")}
IN_THREE_LANGUAGES = {"en", "fr", "es"}
COUNTED = {"pile"}  # lists of which a page says how long they are


@dataclass(frozen=True)
class Signed:
    """What the game shows with a sign, by its name."""

    name: str


def told_apart(fact: Any, signs: Container[str]) -> Any:
    """As JSON, but for what has a sign: a guest may be called F, and that is no tone."""
    if is_dataclass(fact) and not hasattr(fact, "parse"):
        return {part.name: told_apart(getattr(fact, part.name), signs) for part in fields(fact)}
    if isinstance(fact, tuple | list):
        return [told_apart(each, signs) for each in fact]
    if isinstance(fact, Mapping):
        return {str(name): told_apart(each, signs) for name, each in fact.items()}
    written = to_json(fact)
    return Signed(written) if type(fact) is not str and isinstance(written, str) and written in signs else written


def label(name: str, inside: str = "") -> str:
    return str(LABELS.get(f"{inside}.{name}") or LABELS.get(name) or name.replace("_", " "))


def is_named(fact: Any) -> bool:
    return isinstance(fact, dict) and "name" in fact


def joined(between: str, parts: Iterable[str]) -> str:
    return format_html_join(between, "{}", ((part,) for part in parts))


@dataclass(frozen=True)
class Speech:
    """Facts in words. A guest is called as they like, also if that is what a horse or a colour is called."""

    game: Game[Any]
    seats: frozenset[str]

    def words(self, fact: Any) -> str:
        if fact is None or fact in ([], "", {}):
            return "–"
        if isinstance(fact, bool):
            return gettext("yes") if fact else gettext("no")
        if isinstance(fact, Signed):
            return sign_name(self.game, fact.name)
        if isinstance(fact, list):
            return self._list(fact)
        if is_named(fact):
            return course_name(self.game, str(fact["name"]))
        if isinstance(fact, dict):
            return self._object(fact)
        return self._name(fact) if isinstance(fact, str) else json.dumps(fact, ensure_ascii=False)

    def option(self, name: str, fact: Any) -> str:
        """What the table may vary, as the catalogue calls it."""
        if not isinstance(fact, str):
            return ""
        return self._varied(name, fact) or str(NOTHING_TO_CALL.get((name, fact), ""))

    def _varied(self, name: str, fact: str | bool) -> str:  # noqa: FBT001 - an option of either kind
        words = self.game.catalogue.variants.get(f"{name}={str(fact).lower()}")
        return said(words) if words else ""

    def _list(self, facts: list[Any]) -> str:
        if all(isinstance(each, str) and each in self.game.catalogue.selections for each in facts):
            return ", ".join(selection_name(self.game, each) for each in facts)
        if all(isinstance(each, str) and each in self.game.catalogue.words for each in facts):
            return ", ".join(said(self.game.catalogue.words[each]) for each in facts)
        if all(isinstance(each, str | int) for each in facts):
            return " ".join(map(str, facts))
        if all(isinstance(each, Signed) or is_printed(each) for each in facts):
            return joined(" ", (self.words(each) for each in facts))
        return joined("; ", (self.words(each) for each in facts))

    def _object(self, fact: dict[str, Any]) -> str:
        if fact.keys() == IN_THREE_LANGUAGES:
            return said(Words(**fact))
        if "kind" in fact:
            return self._task(fact)
        if is_printed(fact):
            return joined(" ", (self.words(part) for part in fact.values() if isinstance(part, Signed)))
        told = {name: part for name, part in fact.items() if part is not None and part is not False and part != []}
        if all(isinstance(part, str | bool) for part in fact.values()):
            return ", ".join(filter(None, (self._way(name, part) for name, part in told.items()))) or "–"
        return joined(" ", (self._part(name, part) for name, part in told.items()))

    def _task(self, fact: dict[str, Any]) -> str:
        """What has to be done, and each fact of it with its name."""
        inner = [part for part in fact.values() if isinstance(part, dict) and part.keys() != IN_THREE_LANGUAGES]
        plain = {name: part for name, part in fact.items() if name != "kind" and part not in inner}
        told = {name: part for each in (plain, *inner) for name, part in each.items() if part or part == 0}
        said_of = (joined(" ", (label(name), self.words(part))) for name, part in told.items() if part is not False)
        return joined(", ", (self.words(fact["kind"]), *said_of))

    def _way(self, name: str, fact: Any) -> str:
        """How something is done that can be done in several ways. What is usual has no words in the catalogue."""
        varies = any(known.startswith(f"{name}=") for known in self.game.catalogue.variants)
        return self._varied(name, fact) if varies else self._part(name, fact)

    def _part(self, name: str, fact: Any) -> str:
        """Of something that has several: what is true of it by its name, and what is a list of its own in brackets."""
        if fact is True:
            return label(name)
        return joined("", ("(", self.words(fact), ")")) if isinstance(fact, list) else self.words(fact)

    def _name(self, fact: str) -> str:
        if fact in self.seats:
            return fact
        if fact in self.game.catalogue.markets:
            return market_name(self.game, fact)
        if fact in self.game.catalogue.words:
            return said(self.game.catalogue.words[fact])
        return office_holder(selection_name(self.game, fact))


def is_printed(fact: Any) -> bool:
    """Whether this is a card with all that is printed on it: its sign is enough here."""
    return isinstance(fact, dict) and "sign" in fact
