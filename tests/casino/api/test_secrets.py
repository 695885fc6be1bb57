"""What nobody learns: of a live round its seed, its key and the cards to come; of anybody a token, a code or a digest.

Everything that can be fetched is fetched by everybody, and searched. The same search finds the same things where they
belong: in a round that is over, and in the seat whose hand it is.
"""

import json
import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from casino.api.models import Answer
from casino.clubs.actors import HOUSE
from casino.clubs.joining import give_token
from casino.clubs.models import DeviceToken, Pairing, Player, StaffToken
from casino.events.reading import PAGE
from casino.tables.fairness import draws_of
from casino.tables.models import Chain, Round, Secret
from casino.tables.opening import _seed
from casino.tables.playing import game_of, moves_of, value_of
from casino.tables.seating import sit_down, stand_up
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from games.kit import fair
from games.kit.cards import PACK
from games.kit.values import to_json
from games.registry import GAMES
from tests.casino.api.serving import served
from tests.casino.api.wire import PREFIX, Told, Wire, document, stake_body
from tests.casino.api.world import ENTROPY, Who, World, streamed
from tests.casino.cast import PASSWORD
from tests.casino.office import address, listing
from tests.casino.room import run
from tests.casino.tables.test_another_game import put, started, turn
from tests.games.sale import SALE

KNOWN = [who for who in Who if "whose token" not in who]
CATALOGUE = ("/games/", "/problems/")


class Unread(Wire):
    """Answers as they come: the document does not know the tests' own game."""

    def _held_against_the_document(self, _method: str, _path: str, response: Any) -> Told:
        body = response.content if isinstance(response, HttpResponse) else b"".join(response.streaming_content)
        return Told(response.status_code, body, response.headers)


@pytest.fixture
def world(own_database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setitem(GAMES, SALE.slug, SALE)
    with served() as port:
        world = World()
        world.port = port
        yield world


# Files that can be read as text, with all that can be asked for.
BOOKS = [
    f"format={format_}&journal={journal}&names=true&since=2000-01-01&until=2100-12-31"
    for format_ in ("hledger", "beancount", "jsonl")
    for journal in ("counters", "money")
]


def plain(text: str) -> str:
    """Without what lies between the words of a list: `["QS", "AH"]` is QS,AH in any format."""
    return text.replace('"', "").replace("&quot;", "").replace("\\", "").replace(" ", "").replace("'", "")


def fetched(world: World, who: Who, round_: Round, *, ticket: int = 1) -> dict[str, str]:
    """All that this caller gets by asking for anything, by its address; refusals, too."""
    told = answered(world, world.token(who), round_, ticket=ticket)
    return {where: plain(text) for where, text in told.items()}


def answered(world: World, token: str | None, round_: Round, *, ticket: int = 1) -> dict[str, str]:
    """The same for whoever has this token, as it comes."""
    names: dict[str, Any] = {
        "code": world.code,
        "player_id": world.player.pk,
        "table_id": round_.table_id,
        "round_id": round_.pk,
        "ticket": ticket,
        "ticket_id": world.export(),
        "club_id": world.club.pk,
        "game": "minoru",
        "edition": "miro-demo-1",
        "problem": "staking_closed",
    }
    told = {}
    for path, operations in document()["paths"].items():
        asked = path.removeprefix(PREFIX)
        if "get" not in operations or asked.endswith("/stream/"):
            continue
        for name, value in names.items():
            asked = asked.replace(f"{{{name}}}", str(value))
        assert "{" not in asked, asked
        if asked.startswith(CATALOGUE) and token is not None:
            continue  # no token is looked at there
        for address_ in [f"{asked}?{wish}" for wish in BOOKS] if asked.endswith("/export/") else [asked]:
            told[address_] = Unread(token).get(address_).body.decode()
    status, text = streamed(world.port, token, world.code, until=_last_event(token, world.code))
    told["stream"] = f"{status} {text}"
    return told


def _last_event(token: str | None, code: str) -> int:
    """The number of the last one that this caller is told of."""
    page = json.loads(Unread(token).get(f"/sessions/{code}/events/").body)
    assert len(page.get("items", [])) < PAGE
    return max((event["number"] for event in page.get("items", [])), default=0)


def admin_pages(world: World, round_: Round) -> dict[str, str]:
    """What whoever made the house sees of it."""
    root, _ = User.objects.get_or_create(username="root", is_staff=True, is_superuser=True)
    browser = Client()
    browser.force_login(root)
    items = [world.session, world.player, round_.table, round_, world.player.purse, world.session.book]
    pages = [
        *(address(item) for item in items),
        *(listing(type(item)) for item in items),
        *(f"{reverse('admin:clubs_session_export-file', args=[world.session.pk])}?{wish}" for wish in BOOKS),
        reverse("admin:tables_round_transcript", args=[round_.pk]),
        reverse("admin:auth_user_changelist"),
    ]
    told = {}
    for page in pages:
        answer: Any = browser.get(page, follow=True)
        assert answer.status_code == 200, page
        told[page] = plain(b"".join(answer).decode())
    return told


def seeds(round_: Round) -> list[str]:
    """What deals this round and the next ones."""
    chain, secret = Chain.objects.get(rounds=round_), Secret.objects.get(round=round_)
    to_come = [_seed(chain, number) for number in range(round_.number, round_.number + 3)]
    assert secret.seed == to_come[0]
    key = draws_of(Round.objects.get(pk=round_.pk)).key.hex() if round_.off_at else ""
    return [found for found in (*to_come, chain.last, secret.key, key) if found]


def cards_to_come(round_: Round) -> list[str]:
    """Every deal that the seed will make from here, as it would be written."""
    game, draws = game_of(round_), fair.Draws(bytes.fromhex(Secret.objects.get(round=round_).key))
    state, deals = value_of(round_).state, []
    while (wanted := game.chance(state)) is not None:
        move = draws.move(wanted)
        deals.append(plain(",".join(to_json(move.cards))))  # type: ignore[attr-defined]
        state = game.play(state, move).state
    return deals


def digests() -> list[str]:
    """All that is kept of what only one person knows. Passwords are Django's."""
    found = [
        *(digest for player in Player.objects.all() for digest in (player.recovery, player.joined_with)),
        *DeviceToken.objects.values_list("digest", flat=True),
        *StaffToken.objects.values_list("digest", flat=True),
        *Pairing.objects.values_list("digest", flat=True),
        *User.objects.exclude(password__startswith="!").values_list("password", flat=True),
    ]
    return [plain(digest) for digest in found if digest]


def search(told: dict[str, str], secrets: list[str]) -> list[tuple[str, str]]:
    return [(where, secret) for where, text in told.items() for secret in secrets if secret in text]


def prepared(world: World) -> tuple[Round, list[str]]:
    """An open round with everything in it that people bring, by the API; and what they alone know."""
    organiser, ada = world.wire(Who.ORGANISER), world.wire(Who.PLAYER)
    joined = Wire().post("/join/", {"code": world.code, "nickname": "Zoe", "secret": "a secret of twenty letters"}).body
    pairing = organiser.post(f"/sessions/{world.code}/pairings/", {"kind": "till"}).body["pairing"]
    dora = organiser.post(f"/sessions/{world.code}/players/", {"nickname": "Dora"}).body["id"]
    given_out = organiser.post(f"/players/{dora}/reissue/").body["recovery"]
    script = Wire().post("/staff/log-in/", {"username": "olga", "password": PASSWORD}).body["token"]
    # The long course, so that there are cards to come after the first; and time to look before that.
    table = world.room.put_table("Long", options={"course": "long"}, reveal_time=timedelta(minutes=5))
    for player in world.room.players.values():
        sit_down(table.pk, player=player, by=HOUSE)
    round_ = Round.objects.get(pk=organiser.post(f"/tables/{table.pk}/rounds/").body["id"])
    assert ada.post(f"/rounds/{round_.pk}/stakes/", stake_body(ada, round_.pk, "minoru", 3)).status == 201
    sold = {"player": world.player.pk, "market": "win", "selection": "minoru", "counters": 3}
    assert organiser.post(f"/rounds/{round_.pk}/tickets/", sold).status == 201
    promise = fair.commitment(round_.chain.name, round_.number, "Ada", ENTROPY)
    assert ada.put(f"/rounds/{round_.pk}/fairness/commitment/", {"commitment": promise}).status == 200
    wires = [wire.headers["Authorization"].split()[1] for wire in (organiser, ada)]
    return round_, [
        *(joined["token"], joined["recovery"], "asecretoftwentyletters"),
        *(pairing, given_out, script, plain(PASSWORD), *wires),
    ]


def search_everything(world: World, round_: Round, secrets: list[str]) -> list[tuple[str, str]]:
    found = search(admin_pages(world, round_), secrets)
    for who in KNOWN:
        found += search(fetched(world, who, round_), secrets)
    return found


def test_nothing_of_a_live_round_and_of_nobody_s_credentials_can_be_fetched_by_anybody(world: World) -> None:
    round_, own = prepared(world)
    organiser, ada = world.wire(Who.ORGANISER), world.wire(Who.PLAYER)
    assert search_everything(world, round_, [*own, *seeds(round_), *digests()]) == []

    organiser.post(f"/rounds/{round_.pk}/off/")
    assert ada.put(f"/rounds/{round_.pk}/fairness/entropy/", {"entropy": ENTROPY}).status == 200
    Round.objects.filter(pk=round_.pk).update(due_at="2020-01-01T00:00Z")
    for _ in range(3):
        round_.refresh_from_db()
        assert tick(round_.pk, round_.step)
    round_ = Round.objects.get(pk=round_.pk)
    assert (round_.phase, round_.moves.count()) == ("running", 3)
    to_come = cards_to_come(round_)
    assert len(to_come) > 40
    secrets = [*own, *seeds(round_), *digests(), *to_come, ENTROPY]
    assert search_everything(world, round_, secrets) == []
    kept = {answer.key: plain(answer.body) for answer in Answer.objects.all()}
    assert len(kept) == 4  # the guest, the round, the stake and the ticket
    assert search(kept, secrets) == []

    seed, *later = [*seeds(round_)]
    run(round_)
    public = fetched(world, Who.SCREEN, round_)
    found = {secret for _, secret in search(public, [seed, ENTROPY, *to_come])}
    assert found == {seed, ENTROPY, *to_come}, "the same search finds them where they are published"
    assert search(public, [*own, *digests(), *[secret for secret in later if secret != seed]]) == []


def written(card: str) -> list[str]:
    """A card as it would be found in a view, in what happened, or among others."""
    return [f"hand:{card}", f"hand_dealt:{card}", f"[{card}", f",{card},", f",{card}]"]


def test_a_hand_is_seen_by_its_seat_alone(world: World) -> None:
    round_ = started(world.room, put(world.room))
    hands = dict(zip(round_.seats, Secret.objects.get(round=round_).state["hands"], strict=True))
    assert hands.keys() == {"Ada", "Bob"}
    bob = give_token(world.session, DeviceToken.Kind.PLAYER, player=world.room.players["Bob"])
    for name, token in {"Ada": world.token(Who.PLAYER), "Bob": bob}.items():
        (other,) = hands.keys() - {name}
        told = json.loads(Unread(token).get(f"/rounds/{round_.pk}/").body)
        assert told["mine"]["view"]["hand"] == hands[name]
        assert told["view"]["hand"] is None
        events = Unread(token).get(f"/sessions/{world.code}/events/").body.decode()
        assert f'"hand_dealt": "{hands[name]}"' in events
        assert f'"hand_dealt": "{hands[other]}"' not in events

    for who in KNOWN:
        told_to = fetched(world, who, round_)
        own = hands["Ada"] if who == Who.PLAYER else None
        dealt = {where: text for where, text in told_to.items() if not where.startswith(CATALOGUE)}
        for card in hands.values():
            places = {
                where for where, _ in search(dealt, [f"hand:{card}", f"hand_dealt:{card}", f"[{card}", f",{card}"])
            }
            wanted = {f"/rounds/{round_.pk}/", f"/tables/{round_.table_id}/rounds/", "stream"}
            wanted |= {f"/sessions/{world.code}/events/"}
            assert places == (wanted if card == own else set()), (who, card)
    for card in hands.values():
        assert search(admin_pages(world, round_), written(card)) == []


# --- Musical Casino: hands of four, and a pack that is dealt hand by hand


PLAYERS = ("Ada", "Bob", "Cy")


def in_mid_deal(world: World, tokens: dict[str, str]) -> Round:
    """Three have entered and each has played, one of them twice, all by the API; and Ada's phone has given entropy."""
    table = world.room.table_of("musical-casino", options={"players": 3, "ante": 5, "target": 1})
    round_ = world.room.open(table)
    promise = fair.commitment(round_.chain.name, round_.number, "Ada", ENTROPY)
    assert Unread(tokens["Ada"]).put(f"/rounds/{round_.pk}/fairness/commitment/", {"commitment": promise}).status == 200
    for name in PLAYERS:
        wish = {"number": 0, "move": {"game": "musical-casino", "enter": True}}
        assert Unread(tokens[name]).post(f"/rounds/{round_.pk}/moves/", wish, key=f"enter-{name}").status == 201
    for phase in ("off", "deal"):
        if phase == "deal":
            revealed = Unread(tokens["Ada"]).put(f"/rounds/{round_.pk}/fairness/entropy/", {"entropy": ENTROPY})
            assert revealed.status == 200
        round_.refresh_from_db()
        assert tick(round_.pk, round_.step)
    for number in range(4):
        asking = Unread(tokens[turn(round_)])
        offered = json.loads(asking.get(f"/rounds/{round_.pk}/moves/").body)
        wish = {"number": offered["number"], "move": offered["moves"][0]}
        assert asking.post(f"/rounds/{round_.pk}/moves/", wish, key=f"play-{number}").status == 201
    return Round.objects.get(pk=round_.pk)


def hands_to_come(round_: Round) -> list[list[str]]:
    """All that the seed will deal in this game if everybody goes on as the automatic player would."""
    game, draws = game_of(round_), fair.Draws(bytes.fromhex(Secret.objects.get(round=round_).key))
    state, found = value_of(round_).state, list[list[str]]()
    while game.result(state) is None:
        if wanted := game.chance(state):
            dealt = draws.move(wanted)
            found += to_json(dealt.hands)  # type: ignore[attr-defined]
            state = game.play(state, dealt).state
        elif played := game.automatic(state, state.turn):
            state = game.play(state, played).state
    return found


def never_on_the_table(round_: Round, hands: list[list[str]]) -> list[list[str]]:
    """Those that are not, by accident, what everybody has seen one after another on the table or in a pile."""
    board = value_of(round_).state.board
    (dealt,) = [move["deal"]["table"] for move in moves_of(round_) if "deal" in move]
    seen = [",".join(cards) for cards in (dealt, board.layout.loose, *(player.pile for player in board.players))]
    return [hand for hand in hands if not any(",".join(hand) in row for row in seen)]


def as_text(hands: list[list[str]]) -> list[str]:
    """Hands as they would be found in any format, and as a person would write them."""
    signs = [[card.replace("#", "♯").replace("b", "♭") for card in hand] for hand in hands]
    return [between.join(hand) for hand in (*hands, *signs) for between in (",", " ", ", ", '", "', "', '")]


def anywhere(told: dict[str, str], hands: list[list[str]]) -> list[tuple[str, str]]:
    dealt = {where: f"{text}\n{plain(text)}" for where, text in told.items() if not where.startswith(CATALOGUE)}
    return search(dealt, as_text(hands))


def named(part: Any, name: str) -> Iterator[Any]:
    """Everything that is called so, however deep."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == name:
                yield value
            yield from named(value, name)
    elif isinstance(part, list):
        for value in part:
            yield from named(value, name)


def documents(text: str) -> Iterator[Any]:
    """What is JSON in an answer or, line by line, in a stream."""
    for line in text.splitlines():
        start = line.find("{")
        try:
            yield json.loads(line[start:]) if start >= 0 else None
        except ValueError:
            continue


def hands_in(told: dict[str, str]) -> list[list[str]]:
    """Every hand that somebody is shown, in a view or as it is dealt."""
    parts = [part for text in told.values() for part in documents(text)]
    views = [
        [card["tone"] for card in hand] for part in parts for hand in named(part, "hand") if isinstance(hand, list)
    ]
    return [*views, *(hand for part in parts for hand in named(part, "hand_dealt"))]


def test_no_hand_and_no_card_to_come_of_a_card_game_is_told_to_anybody_else(
    world: World, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    of = {name: world.room.players[name] for name in PLAYERS}
    tokens = {name: give_token(world.session, DeviceToken.Kind.PLAYER, player=of[name]) for name in PLAYERS}
    with caplog.at_level(logging.DEBUG):
        round_ = in_mid_deal(world, tokens)
        told = {who: answered(world, world.token(who), round_) for who in KNOWN}
        told_to_seats = {name: answered(world, token, round_) for name, token in tokens.items()}
    state = Secret.objects.get(round=round_).state
    left = {player["seat"]: player["hand"] for player in state["board"]["players"]}
    assert sorted(map(len, left.values())) == [2, 3, 3]
    (deal,) = [move["deal"]["hands"] for move in moves_of(round_) if "deal" in move]
    dealt = dict(zip(PLAYERS, deal, strict=True))
    to_come = hands_to_come(round_)
    assert len(to_come) >= 9, "three more hands for each of three"
    secrets = never_on_the_table(round_, [*deal, *to_come])
    assert len(secrets) >= len(deal) + len(to_come) - 2

    lines = {"log": caplog.text, "errors": capsys.readouterr().err}
    kept = {answer.key: answer.body for answer in Answer.objects.all()}
    assert f"/api/v1/rounds/{round_.pk}/moves/" in lines["log"]
    assert len([key for key in kept if key.startswith(("enter", "play"))]) == 7
    for everywhere in (lines, kept, admin_pages(world, round_)):
        assert anywhere(everywhere, secrets) == []
        assert hands_in(everywhere) == []
        assert search(everywhere, [*seeds(round_), ENTROPY]) == []
    for who, answers in told.items():
        assert search(answers, [*seeds(round_), ENTROPY]) == [], who
        if who != Who.PLAYER:
            assert anywhere(answers, secrets) == [], who
            assert hands_in(answers) == [], who
    for name, answers in told_to_seats.items():
        own = [hand for hand in secrets if hand == dealt[name]]
        assert anywhere(answers, [hand for hand in secrets if hand != dealt[name]]) == [], name
        assert {where for where, _ in anywhere(answers, own)} >= ({"stream"} if own else set())
        shown = hands_in(answers)
        assert [hand for hand in shown if hand not in (left[name], dealt[name])] == [], name
        assert left[name] in shown
        assert dealt[name] in shown, "the same search finds a hand where it belongs"
        assert json.loads(answers[f"/rounds/{round_.pk}/"])["view"]["hand"] is None

    run(round_)
    public = answered(world, world.token(Who.SCREEN), round_)
    found = {text for _, text in anywhere(public, secrets)}
    assert {",".join(hand) for hand in secrets} <= found, "and all of them in the transcript, once it is over"


@pytest.mark.rule("horses:C2")
def test_no_card_of_a_pack_is_told_to_anybody_before_it_is_turned(world: World) -> None:
    """The bottom one, which decides who is last, and those above it alike."""
    round_ = world.room.open(world.room.table_of("horses"))
    world.room.stake(round_, "Ada", "clubs", 3, "show")
    call_the_off(round_.pk, by=HOUSE)
    for _ in range(20):
        round_.refresh_from_db()
        assert tick(round_.pk, round_.step)
    round_ = Round.objects.get(pk=round_.pk)
    turned = {move["turn"] for move in moves_of(round_)}
    forms = [f"{before}{card}{after}" for card in PACK for before in ("card:", ",", "[") for after in ",]}"]
    for who in KNOWN:
        told = {where: text for where, text in fetched(world, who, round_).items() if not where.startswith(CATALOGUE)}
        seen = {form.removeprefix("card:").strip(",[]}") for _, form in search(told, forms)}
        assert seen <= turned, who
        assert who not in {Who.PLAYER, Who.SCREEN, Who.AUDITOR} or seen == turned, "the search finds what is told"


def test_what_a_seat_may_do_is_told_to_that_seat_alone(world: World) -> None:
    round_ = started(world.room, put(world.room))
    whose = turn(round_)
    told = {}
    for name in ("Ada", "Bob", "Cy"):
        token = give_token(world.session, DeviceToken.Kind.PLAYER, player=world.room.players[name])
        told[name] = json.loads(Unread(token).get(f"/rounds/{round_.pk}/moves/").body)
    assert {name: bool(said["moves"] or said["ranges"]) for name, said in told.items()} == {
        name: name == whose for name in told
    }
    assert told["Cy"]["seat"] is None


def test_who_has_left_before_the_off_is_offered_their_ante_back_and_nothing_else(world: World) -> None:
    round_ = world.room.open(world.room.table_of("musical-casino", options={"players": 3, "ante": 5}))
    for name, offered in {"Ada": ["scratch"], "Bob": []}.items():
        player = world.room.players[name]
        asking = Unread(give_token(world.session, DeviceToken.Kind.PLAYER, player=player))
        if offered:
            wish = {"number": 0, "move": {"game": "musical-casino", "enter": True}}
            assert asking.post(f"/rounds/{round_.pk}/moves/", wish).status == 201
        stand_up(round_.table_id, player=player, by=HOUSE)
        told = json.loads(asking.get(f"/rounds/{round_.pk}/moves/").body)
        assert [act for move in told["moves"] for act in move if act != "game"] == offered


def test_who_has_left_is_offered_no_move_and_sees_the_hand_all_the_same(world: World) -> None:
    tokens = {
        name: give_token(world.session, DeviceToken.Kind.PLAYER, player=world.room.players[name]) for name in PLAYERS
    }
    round_ = in_mid_deal(world, tokens)
    asking, player = Unread(tokens[turn(round_)]), world.room.players[turn(round_)]
    offered = json.loads(asking.get(f"/rounds/{round_.pk}/moves/").body)
    assert offered["waited_for"]
    stand_up(round_.table_id, player=player, by=HOUSE)
    told = json.loads(asking.get(f"/rounds/{round_.pk}/moves/").body)
    assert (told["seat"], told["waited_for"], told["moves"]) == (player.nickname, False, [])
    wish = {"number": offered["number"], "move": offered["moves"][0]}
    refused = asking.post(f"/rounds/{round_.pk}/moves/", wish)
    assert (refused.status, json.loads(refused.body)["code"]) == (422, "not_seated")
    mine = json.loads(asking.get(f"/rounds/{round_.pk}/").body)["mine"]
    assert len(mine["view"]["hand"]) > 1
    sit_down(round_.table_id, player=player, by=HOUSE)
    assert json.loads(asking.get(f"/rounds/{round_.pk}/moves/").body) == offered | {"due_at": told["due_at"]}
    assert asking.post(f"/rounds/{round_.pk}/moves/", wish).status == 201


def test_the_answer_that_is_kept_of_a_move_holds_no_hand(world: World) -> None:
    round_ = started(world.room, put(world.room))
    while Secret.objects.get(round=round_).state["turns"] < 2:  # a die of one ends it with the first bid
        run(round_)
        round_ = started(world.room, round_.table)
    whose = turn(round_)
    hands = Secret.objects.get(round=round_).state["hands"]
    token = give_token(world.session, DeviceToken.Kind.PLAYER, player=world.room.players[whose])
    wish = {"number": round_.moves.count(), "move": {"game": "sale", "bid": 5}}
    told = Unread(token).post(f"/rounds/{round_.pk}/moves/", wish, key="bid")
    assert told.status == 201
    kept = Answer.objects.get(key="bid")
    assert json.loads(kept.body) == json.loads(told.body)
    assert [hand for hand in hands if f'"{hand}"' in kept.body] == []
    assert json.loads(Unread(token).get(f"/rounds/{round_.pk}/").body)["mine"]["view"]["hand"] in hands


def test_log_lines_hold_no_token_code_or_password(
    world: World, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG):
        round_, own = prepared(world)
        back = Wire().post("/come-back/", {"code": world.code, "recovery": own[1]}).body["token"]
        paired = Wire().post("/pair/", {"pairing": own[3]}).body["token"]
        wrong = "wrong but nearly right"
        assert Wire().post("/staff/log-in/", {"username": "olga", "password": wrong}).status == 401
        assert Wire().post("/come-back/", {"code": world.code, "recovery": "C2RTM9WXH4"}).status == 404
        stale = world.token(Who.REVOKED)
        assert Wire(stale).get("/me/").status == 401
        fetched(world, Who.ORGANISER, round_)
    lines = {"log": plain(caplog.text), "errors": plain(capsys.readouterr().err)}
    assert "/api/v1/staff/log-in/" in lines["log"]
    secrets = [*own, back, paired, plain(wrong), "C2RTM9WXH4", str(stale), *digests(), *seeds(round_)]
    assert search(lines, secrets) == []
