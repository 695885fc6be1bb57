"""An evening in which everything is asked for and goes well, and what was answered: the examples of the document."""

import hashlib
import json
from typing import Any

from casino.api.schema import example_name
from casino.clubs import codes
from casino.tables.models import Round
from games.kit.values import canonical
from tests.casino.api.wire import PREFIX, Told, Wire, operation_at, stake_body
from tests.casino.cast import PASSWORD, member
from tests.casino.dealing import FELL, M1, deals
from tests.casino.room import Room, run

# So that it can be read.
SHORT = dict.fromkeys(("items", "rules", "selections", "spaces", "figures", "cells", "inscriptions"), 2)
SHORT |= dict.fromkeys(("variants", "businesses", "stevens", "walroy", "vet", "inscribed"), 1)
EDITION = "/games/ascot/editions/miro-demo-1/"
SECRETS = {"token": "kT3vQm8Zr5LwXb2NcY7sPd9HfJ4gR6tW", "recovery": "H4RT9WXC2M", "pairing": "C2RTM9WXH4"}

UNREADABLE = {"application/zip", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}  # by people

Examples = dict[str, Any]


class Recorder(Wire):
    """A client whose successes are kept, the last of each operation."""

    def __init__(self, found: Examples, token: str | None = None) -> None:
        super().__init__(token)
        self.found = found

    def ask(self, method: str, path: str, body: Any = None, *, key: str | None = None, **headers: str) -> Told:
        told = super().ask(method, path, body, key=key, **headers)
        assert told.status < 300, f"{method} {path}: {told.body}"
        kind = told.headers.get("Content-Type", "").partition(";")[0]
        if told.body and kind not in UNREADABLE:
            text = told.body.decode() if isinstance(told.body, bytes) else told.body
            operation = operation_at(method, f"{PREFIX}{path}")
            kinds = operation["responses"][str(told.status)]["content"]
            self.found[example_name(operation["operationId"], kind, kinds)] = shortened(text)
        return told


def shortened(body: Any, name: str = "") -> Any:
    if isinstance(body, dict):
        return {key: SECRETS[key] if key in SECRETS and inner else shortened(inner, key) for key, inner in body.items()}
    if isinstance(body, list):
        return [shortened(inner) for inner in body[: SHORT.get(name, len(body))]]
    return body if name or not isinstance(body, str) else "".join(body.splitlines(keepends=True)[:4])


def record(room: Room) -> Examples:
    """Ask for everything. `room` has a club and an evening of its own, which stays as it is."""
    found: Examples = {}
    nobody = Recorder(found)
    for path in ("/games/", "/games/minoru/", EDITION, "/problems/", "/problems/staking_closed/"):
        nobody.get(path)
    member("olive", room.session.club)
    login = {"username": "olive", "password": PASSWORD, "label": "scoreboard script"}
    nobody.post("/staff/log-in/", login)
    staff = Recorder(found, nobody.post("/staff/log-in/", login).body["token"])
    _evening(found, nobody, staff, room.session.club_id)
    tokens = staff.get("/staff/tokens/").body["items"]
    staff.ask("DELETE", f"/staff/tokens/{tokens[-1]['id']}/")
    return found


def _evening(found: Examples, nobody: Recorder, staff: Recorder, club: int) -> None:
    wish = {"club": club, "name": "Race night", "language": "en", "starting_counters": 200}
    wish |= {"currency": "EUR", "price": 50, "price_for": 10, "good_cause": "The lifeboat"}
    code = staff.post("/sessions/", wish).body["code"]
    staff.post(f"/sessions/{code}/open/")
    ada = _join(found, nobody, code, "Ada")
    me = ada.get("/me/").body["player"]["id"]
    _house_dealt(code, ada, staff)
    _hand_dealt(code, ada, staff, me)
    _offices(code, ada, staff)
    for path in ("/me/", "/me/statement/", "/me/history/"):
        ada.get(path)
    for path in (
        *("/clubs/", "/sessions/", f"/players/{me}/", f"/players/{me}/statement/", f"/sessions/{code}/"),
        *(
            f"/sessions/{code}/{of}"
            for of in ("leaderboard/", "events/", "players/", "tables/", "tickets/", "trial-balance/", "journal.csv")
        ),
    ):
        staff.get(path)
    found["list_events"] = shortened(ada.get(f"/sessions/{code}/events/").body)
    found["follow_events"] = found["list_events"]["items"][0]
    _people(nobody, staff, code, ada)
    _closing(staff, club)


def _join(found: Examples, nobody: Recorder, code: str, nickname: str) -> Recorder:
    told = nobody.post("/join/", {"code": code, "nickname": nickname, "secret": codes.token()})
    return Recorder(found, told.body["token"])


def _table(staff: Recorder, code: str, **wish: Any) -> int:
    options = {"game": "minoru", "course": "jaques"}
    wish = {"options": options, "staking_time": None, "pace": 0, "reveal_time": 0, **wish}
    return int(staff.post(f"/sessions/{code}/tables/", wish).body["id"])


def _house_dealt(code: str, ada: Recorder, staff: Recorder) -> None:
    table = _table(staff, code, name="Minoru 1")
    place = ada.post(f"/tables/{table}/sit-down/").body["nickname"]
    round_ = staff.post(f"/tables/{table}/rounds/").body["id"]
    at = f"/rounds/{round_}"
    ada.post(f"{at}/stakes/", stake_body(ada, round_, "minoru", 3))
    for path in ("/me/stakes/", f"{at}/stakes/", f"{at}/odds/", f"{at}/moves/", f"/tables/{table}/seats/"):
        ada.get(path)
    ada.post(f"{at}/stakes/withdraw/", {"market": "win", "selection": "minoru", "counters": 1})
    entropy, published = "5f1c" * 16, ada.get(f"{at}/fairness/").body
    promised = ["fair-1", "commitment", published["table"], published["round"], place, entropy]
    ada.put(f"{at}/fairness/commitment/", {"commitment": hashlib.sha256(canonical(promised)).hexdigest()})
    staff.post(f"{at}/pause/")
    staff.post(f"{at}/resume/")
    staff.post(f"{at}/off/")
    ada.put(f"{at}/fairness/entropy/", {"entropy": entropy})
    run(Round.objects.get(pk=round_))
    for path in ("/", "/fairness/", "/transcript/", "/verify/"):
        ada.get(f"{at}{path}")
    ada.get(f"/tables/{table}/rounds/")
    ada.post(f"/tables/{table}/stand-up/")
    staff.post(f"/tables/{table}/close/")


def _hand_dealt(code: str, ada: Recorder, staff: Recorder, me: int) -> None:
    table = _table(staff, code, name="Minoru 2", by_hand=True)
    ada.post(f"/tables/{table}/sit-down/")
    at = f"/rounds/{staff.post(f'/tables/{table}/rounds/').body['id']}"
    ticket = {"player": me, "market": "win", "selection": "minoru", "counters": 2, "in_hand": True}
    withdrawn = staff.post(f"{at}/tickets/", ticket).body["number"]
    staff.post(f"/sessions/{code}/tickets/{withdrawn}/withdraw/")
    paid = staff.post(f"{at}/tickets/", ticket).body["number"]
    _deal(staff, at, M1[-1])
    staff.post(f"{at}/take-back/")
    _deal(staff, at, *M1)
    staff.post(f"{at}/settle/")
    staff.get(f"/sessions/{code}/tickets/{paid}/")
    moves = deals(*FELL, game="minoru")
    plan = staff.post(f"{at}/correction/plan/", {"moves": moves}).body
    staff.post(
        f"{at}/correction/", {"moves": moves, "reason": "The ace of hearts was St. Amant's.", "cover": plan["short"]}
    )
    at = f"/rounds/{staff.post(f'/tables/{table}/rounds/').body['id']}"
    by_number, by_code = (staff.post(f"{at}/tickets/", ticket).body for _ in range(2))
    _deal(staff, at, *M1)
    staff.post(f"{at}/settle/")
    staff.post(f"/sessions/{code}/tickets/{by_number['number']}/pay/")
    staff.post(f"/sessions/{code}/tickets/redeem/", {"code": by_code["code"]})
    at = f"/rounds/{staff.post(f'/tables/{table}/rounds/').body['id']}"
    staff.post(f"{at}/void/", {"reason": "A card was seen too early."})


def _deal(staff: Recorder, at: str, *lines: str) -> None:
    for move in deals(*lines, game="minoru"):
        staff.post(f"{at}/deal/", {"move": move})


def _offices(code: str, ada: Recorder, staff: Recorder) -> None:
    wish = {"name": "Minoru 3", "passes_round": True, "least_bank": 50}
    table = _table(staff, code, **wish, options={"game": "minoru", "course": "jaques", "joker": "banker"})
    ada.post(f"/tables/{table}/sit-down/")
    staff.post(f"/tables/{table}/office/top-up/", {"counters": 100})
    ada.post(f"/tables/{table}/office/take/", {"counters": 60})
    at = f"/rounds/{staff.post(f'/tables/{table}/rounds/').body['id']}"
    seen = ada.get(f"{at}/moves/").body
    ada.post(f"{at}/moves/", {"number": seen["number"], "move": seen["moves"][0]})
    staff.post(f"{at}/void/", {"reason": "A card was seen too early."})
    ada.post(f"/tables/{table}/office/pass/")
    ada.post(f"/tables/{table}/office/offer/", {"counters": 60})
    ada.get(f"/tables/{table}/office/")
    ada.post(f"/tables/{table}/office/decline/")
    ada.get(f"/tables/{table}/")
    _choosing(code, ada, staff)


def _choosing(code: str, ada: Recorder, staff: Recorder) -> None:
    """At a table where staff say who holds the office."""
    wish = {"name": "Minoru 4", "passes_round": True, "passing": "chosen", "least_bank": 50}
    table = _table(staff, code, **wish, options={"game": "minoru"})
    ada.post(f"/tables/{table}/sit-down/")
    ada.post(f"/tables/{table}/office/offer/", {"counters": 60})
    player = ada.get("/me/").body["player"]["id"]
    staff.post(f"/tables/{table}/office/choose/", {"player": player})
    staff.post(f"/tables/{table}/office/pass/")


def _people(nobody: Recorder, staff: Recorder, code: str, ada: Recorder) -> None:
    bob = staff.post(f"/sessions/{code}/players/", {"nickname": "Bob"}).body["id"]
    staff.ask("PATCH", f"/players/{bob}/", {"nickname": "Bobby"})
    staff.post(f"/players/{bob}/buy-in/", {"counters": 50})
    staff.post(f"/players/{bob}/cash-out/", {"counters": None})
    recovery = staff.post(f"/players/{bob}/reissue/").body["recovery"]
    nobody.post("/come-back/", {"code": code, "recovery": recovery})
    staff.post(f"/players/{bob}/remove/")
    pairing = staff.post(f"/sessions/{code}/pairings/", {"kind": "screen", "label": "Above the bar"}).body["pairing"]
    nobody.post("/pair/", {"pairing": pairing})
    device = staff.get(f"/sessions/{code}/devices/").body["items"][0]["id"]
    staff.ask("DELETE", f"/sessions/{code}/devices/{device}/")
    ada.ask("DELETE", "/me/")


def _closing(staff: Recorder, club: int) -> None:
    """An evening without tables: a float, a guest, prizes, a till that is counted, and purses swept up."""
    wish = {"club": club, "name": "Race night", "language": "en", "currency": "EUR", "price": 50, "price_for": 10}
    code = staff.post("/sessions/", {**wish, "good_cause": "The lifeboat"}).body["code"]
    staff.post(f"/sessions/{code}/open/")
    at = f"/sessions/{code}"
    staff.post(f"{at}/till/float/", {"money": 5000})
    zoe = staff.post(f"{at}/players/", {"nickname": "Zoe"}).body["id"]
    staff.post(f"/players/{zoe}/buy-in/", {"counters": 100})
    prize = {"place": "first", "measure": "richest"}
    dropped = staff.post(f"{at}/prizes/", {**prize, "counters": 20}).body["id"]
    staff.post(f"{at}/prizes/", {**prize, "what": "A bottle"})
    staff.post(f"/prizes/{dropped}/drop/")
    staff.get(f"{at}/prizes/")
    staff.post(f"{at}/prizes/award/")
    staff.post(f"{at}/sweep/")
    staff.get(f"{at}/till/")
    staff.post(f"{at}/till/counts/", {"pieces": {"5000": 1, "200": 2}, "reason": "Wrong change was given."})
    staff.get(f"{at}/till/counts/")
    staff.post(f"{at}/till/takings/")
    staff.post(f"{at}/close/")
    for format_ in ("hledger", "jsonl", "csv", "xlsx"):
        asked = f"format={format_}&journal=money&summary=true"
        staff.get(f"{at}/export/?{asked}&ticket=0f9a61de-export")
        staff.get(f"/clubs/{club}/export/?{asked}&since=2000-01-01&until=2100-12-31")
    staff.get("/exports/0f9a61de-export/")


def skeleton(value: Any) -> Any:
    """What an answer is made of, whatever was dealt in it."""
    if isinstance(value, dict):
        return {name: skeleton(inner) for name, inner in sorted(value.items())}
    return ["…"] if isinstance(value, list) else "…"


def written(found: Examples) -> str:
    return json.dumps({name: found[name] for name in sorted(found)}, ensure_ascii=False, indent=1) + "\n"
