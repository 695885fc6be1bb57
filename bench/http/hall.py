"""An evening whose guests have phones: tables to stake at, tokens to stake and to listen with. And who tells of it."""

import time
from collections.abc import Sequence
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from bench.http.clients import Hall
from bench.http.peers import TABLE
from bench.ledger.house import disconnect, vacuum
from bench.tables.room import invite, open_evening, put_table
from casino.clubs import codes
from casino.clubs.actors import HOUSE
from casino.clubs.models import DeviceToken, Player
from casino.events import telling
from casino.tables.models import Round
from casino.tables.opening import open_round
from casino.tables.playing import value_of


def open_hall(tables: int, guests: int, phones: int) -> Hall:
    session = open_evening()
    players = invite(session, phones)
    rounds = [open_round(put_table(session, f"Minoru {n}", players[:guests]).pk, by=HOUSE) for n in range(tables)]
    tokens = _tokens(players)
    with connection.cursor() as cursor:
        cursor.execute(TABLE)
    vacuum()
    priced = [(round_.pk, _price(round_)) for round_ in rounds]
    disconnect()
    return Hall(session.pk, session.code, priced, tokens)


def _tokens(players: Sequence[Player]) -> list[str]:
    secrets = [codes.token() for _ in players]
    until = timezone.now() + timedelta(days=1)
    DeviceToken.objects.bulk_create(
        DeviceToken(session=player.session, player=player, kind="player", digest=codes.digest(secret), expires_at=until)
        for player, secret in zip(players, secrets, strict=True)
    )
    return secrets


def _price(round_: Round) -> str:
    value = value_of(round_)
    return next(market.price for market in value.game.markets(value.state) if market.name == "win")


def tell_room(session: int, mark: int) -> float:
    """Tell everybody something, and say when it was committed."""
    committed: list[float] = []
    with transaction.atomic():
        transaction.on_commit(lambda: committed.append(time.monotonic()))  # before anybody is woken
        telling.tell(session, "benchmark", mark=mark)
    return committed[0]


def other_connections() -> int:
    """How many connections to this database there are, this one left out."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        found: int = cursor.fetchone()[0]
    return found
