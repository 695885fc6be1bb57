"""A guest's browser without scripts: it looks at pages, follows links and sends the forms that stand there."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import Any

from casino.api.callers import SCREEN_COOKIE, SEAT_COOKIE
from casino.clubs.joining import give_token
from casino.clubs.models import DeviceToken
from tests.casino.api.wire import Wire
from tests.casino.cast import token_of
from tests.casino.room import Room

VOID = {"meta", "link", "input", "br", "hr", "img"}
LANGUAGES = ("en", "fr", "es")


@dataclass
class Element:
    """A tag with what it says of itself, and what stands in it."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list["Element | str"] = field(default_factory=list)

    def all(self, tag: str = "", **wanted: str) -> list["Element"]:
        """Every element in it, in order, of this tag and with these attributes; `_` at an end keeps Python quiet."""
        given = {name.strip("_").replace("_", "-"): value for name, value in wanted.items()}
        return [
            each
            for each in self._elements()
            if tag in {"", each.tag} and all(each.attributes.get(name) == value for name, value in given.items())
        ]

    def one(self, tag: str = "", **wanted: str) -> "Element":
        (found,) = self.all(tag, **wanted)
        return found

    def _elements(self) -> Iterator["Element"]:
        for each in self.inside:
            if isinstance(each, Element):
                yield each
                yield from each._elements()

    @property
    def text(self) -> str:
        return " ".join(" ".join(self._words()).split())

    def _words(self) -> Iterator[str]:
        for each in self.inside:
            if isinstance(each, str):
                yield each
            elif each.tag not in {"script", "style"}:
                yield from each._words()

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def fields(self) -> dict[str, list[str]]:
        """Of a form: what is sent if nothing is changed. Nothing is ticked, and of a list the first is chosen."""
        found: dict[str, list[str]] = {}
        for each in self.all("input"):
            if each["name"] and each["type"] != "checkbox":
                found.setdefault(each["name"], []).append(each["value"])
        for each in self.all("select"):
            found[each["name"]] = [option["value"] for option in each.all("option")][:1]
        return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open[-1].tag == tag, f"{self.open[-1].tag} is closed by {tag}"
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read(html: str) -> Element:
    """A whole page or a part of one. What is not closed as it was opened is a mistake."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.open[0]


@dataclass(frozen=True)
class Page:
    status: int
    html: str
    headers: Any
    cookies: Any

    @cached_property
    def root(self) -> Element:
        return read(self.html)

    @property
    def text(self) -> str:
        return self.root.text

    @property
    def links(self) -> list[str]:
        return [link["href"] for link in self.root.all("a")]

    @property
    def notes(self) -> str:
        """What the page tells of what was just done."""
        return self.root.one(id="notes").text

    def part(self, id_: str) -> Element:
        return self.root.one(id=id_)

    def form(self, end: str) -> Element:
        """The form that is sent to an address with this end; to the page itself, if it is none."""
        (found,) = self.forms(end)
        return found

    def forms(self, end: str) -> list[Element]:
        return [form for form in self.root.all("form") if form["action"].endswith(end) and (end or not form["action"])]


class Browser:
    """With the cookies of a guest or a screen, or none."""

    def __init__(self, language: str = "en", **cookies: str) -> None:
        self.client = Wire().client
        self.language = language
        for name, value in cookies.items():
            self.client.cookies[name] = value

    def get(self, path: str, query: Any = None, *, follow: bool = False) -> Page:
        headers = {"Accept-Language": self.language}
        return self._page(self.client.get(path, query, headers=headers, follow=follow))

    def post(self, path: str, said: Any = None, *, follow: bool = True) -> Page:
        headers = {"Accept-Language": self.language}
        return self._page(self.client.post(path, said or {}, headers=headers, follow=follow))

    def send(self, form: Element, /, *, at: str = "", follow: Any = True, **more: Any) -> Page:
        """As it stands there, with what else is typed or pressed."""
        said = {**form.fields, **more}
        address = form["action"] or at
        if form["method"] == "post":
            return self.post(address, said, follow=follow)
        return self.get(address, said, follow=follow)

    def ask(self, method: str, path: str) -> int:
        status: int = self._page(self.client.generic(method, path)).status
        return status

    @staticmethod
    def _page(answer: Any) -> Page:
        status: int = answer.status_code
        assert status < 500, f"{answer.request['PATH_INFO']}: {status}"
        is_text = answer.headers.get("Content-Type", "").startswith(("text/", "application/json"))
        return Page(status, answer.content.decode() if is_text else "", answer.headers, answer.cookies)


def phone(room: Room, who: str, language: str = "en") -> Browser:
    return Browser(language, **{SEAT_COOKIE: token_of(room.players[who])})


def screen(room: Room, language: str = "en") -> Browser:
    return Browser(language, **{SCREEN_COOKIE: give_token(room.session, DeviceToken.Kind.SCREEN)})


def climb(paths: Sequence[str], room: Room, *, posts: bool = False) -> None:
    """What every address of a guest refuses: the wrong method, a stranger, a guest of another session, a bad id."""
    ada, elsewhere = phone(room, "Ada"), phone(Room({}, {"Zoe": 5}), "Zoe")
    stranger, spoilt = Browser(), Browser(**{SEAT_COOKIE: "none-of-ours"})
    method, wrong = ("POST", "GET") if posts else ("GET", "POST")
    for path in paths:
        assert ada.ask(wrong, path) == 405, path
        for nobody in (stranger, spoilt, screen(room)):
            assert nobody.ask(method, path) == 401, path
        if number := re.search("[0-9]+", path):
            assert elsewhere.ask(method, path) == 404, path
            for bad in ("999999", "9" * 30):
                assert ada.ask(method, path.replace(number[0], bad)) == 404, path
            assert ada.ask(method, path.replace(number[0], "x")) == 404, path
