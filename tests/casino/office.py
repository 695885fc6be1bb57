"""The room, and everybody at a browser in the admin.

Root has made the house; Olga organises the club, Claude is its croupier, Audrey its auditor; Otto organises another
club; nobody has a part in any.
"""

import json
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse

from casino.tables.models import Chain, Round, Secret
from games.kit.values import canonical
from tests.casino.cast import member, staff_of
from tests.casino.room import Room


class Browsers(dict[str, Client]):
    """Of these people. Who asks for nothing does not even log in, which takes a while."""

    def __init__(self, users: dict[str, User]) -> None:
        super().__init__()
        self.users = users

    def __missing__(self, name: str) -> Client:
        self[name] = Client()
        self[name].force_login(self.users[name])
        return self[name]


@dataclass
class Office:
    """The room, and everybody at a browser."""

    room: Room
    clients: Browsers

    def get(self, who: str, address: str, **query: str) -> Any:
        return self.clients[who].get(address, query)

    def act(self, who: str, item: Any, name: str, *, once: str | None = None, **said: Any) -> Any:
        """Press the button that is on the page, or send what it would send."""
        form = {"once": once or next(_fresh), **said}
        return self.clients[who].post(act_address(item, name), form, follow=True)

    def text(self, who: str, address: str) -> str:
        answer = self.get(who, address)
        assert answer.status_code == 200, (who, address, answer.status_code)
        return str(answer.content.decode())


_fresh = (f"{number:012x}" for number in range(10**6))


def address(item: Any, page: str = "change") -> str:
    return reverse(f"admin:{item._meta.app_label}_{item._meta.model_name}_{page}", args=[item.pk])


def listing(model: Any, page: str = "changelist") -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}")


def act_address(item: Any, name: str) -> str:
    return reverse(f"admin:{item._meta.app_label}_{item._meta.model_name}_act", args=[item.pk, name])


def said(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def make_office(room: Room) -> Office:
    users = {"root": User.objects.create_superuser("root"), **staff_of(room.session.club)}
    users["nobody"] = member("nobody", None)
    return Office(room, Browsers(users))


def by_hand(office: Office) -> Round:
    """An open round at a table where the croupier deals, with Ada and Bob at it."""
    table = office.room.put_table("By hand", by_hand=True)
    for who in ("Ada", "Bob"):
        office.act("claude", table, "sit-down", player=office.room.players[who].pk)
    return office.room.open(table)


def secrets_of(round_: Round) -> list[str]:
    """What nobody may read while the round is live. Minoru shows all its cards, so its state as such is the secret."""
    secret, chain = Secret.objects.get(round=round_), Chain.objects.get(rounds=round_)
    return [secret.seed, chain.last, canonical(secret.state).decode(), json.dumps(secret.state), '"last_joker"']


def content(answer: HttpResponseBase) -> str:
    return b"".join(answer).decode() if answer.streaming else answer.content.decode()  # type: ignore[attr-defined]
