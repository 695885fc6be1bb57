"""`casino demo`, and the demo that a new house opens with."""

import json
import re
from pathlib import Path

import pytest
from django.utils import timezone

from casino import demo, sandbox
from casino.clubs.actors import HOUSE
from casino.clubs.joining import join
from casino.clubs.models import Session
from casino.desk.counters import buy_in
from casino.tables import robots
from casino.tables.carrying import driven_here
from casino.tables.models import Round, Stake, Table
from casino.tables.moving import make_move
from casino.tables.opening import open_round
from casino.tables.seating import sit_down
from casino.tables.showing import public_view
from casino.tables.ticking import tick
from games.registry import GAMES
from ledger.balances import balance
from tests.casino.verified import room_findings
from tests.databases import address
from tests.houses import RunningHouse, casino_process, eventually
from tests.terminal import casino

WAITING = {"musical-casino", "ascot"}  # in the sandbox, for a guest


def test_an_evening_at_the_terminal_is_played_told_and_proved(own_database: str) -> None:
    done = casino("demo", "--rounds", "5", "--players", "4", "--tables", "2", **address())
    assert done.returncode == 0, done.stdout + done.stderr
    assert "5 rounds at 2 tables, 4 players" in done.stdout
    standings = re.findall(r"^(Ada|Bob|Cleo|Dan) +([\d,]+) +([\d,]+) +([+-]\d+)$", done.stdout, re.MULTILINE)
    assert len(standings) == 4
    assert all(int(came_to) - int(bought) == int(net) for _, bought, came_to, net in standings)
    assert re.search(r"^issue +counter +([\d,]+) +\1 +0$", done.stdout, re.MULTILINE)
    assert "5 rounds replayed" in done.stdout
    found = re.search(r"Its code is (\w+)\.", done.stdout)
    assert found
    verified = casino("verify", found[1].lower(), "--json", **address())
    assert (verified.returncode, json.loads(verified.stdout)["session"]) == (0, found[1])
    unknown = casino("verify", "NOTONE", **address())
    assert (unknown.returncode, unknown.stderr.strip()) == (2, "There is no session NOTONE.")


def test_a_new_house_opens_with_a_demo_that_plays(demo_house: RunningHouse) -> None:
    eventually(
        lambda: re.search(r"its code is (\w+)\. To remove it", demo_house.output.read_text()), what="that it is said"
    )
    with demo_house.connect() as connection:

        def dealt() -> bool:
            games = connection.execute(
                "SELECT DISTINCT round.table_id FROM tables_move move JOIN tables_round round"
                " ON round.id = move.round_id WHERE move.move ?| ARRAY['deal', 'turn', 'throw']"
            )
            return len(games.fetchall()) == len(demo.WAYS) + len(GAMES) - len(WAITING)

        eventually(dealt, what="cards are dealt or dice thrown at every table that waits for no guest")


def test_a_demo_that_is_cleared_while_it_plays_has_books_that_are_in_order(demo_house: RunningHouse) -> None:
    """The last test of this house: afterwards there is nothing to look at in it."""
    cleared = casino_process("demo", "--clear", CASINO_HOME=str(demo_house.home.path))
    assert (cleared.returncode, "Out of sight: 2." in cleared.stdout) == (0, True), cleared.stderr
    verified = casino_process("verify", "--json", CASINO_HOME=str(demo_house.home.path))
    assert verified.returncode == 0, verified.stdout
    with demo_house.connect() as connection:
        proved = connection.execute("SELECT code FROM clubs_session WHERE cleared_at IS NOT NULL").fetchall()
    assert (sandbox.CODE,) in proved
    assert len(proved) == 2


def test_a_demo_opens_in_an_empty_house_only_and_once_cleared_stays_away(own_database: str) -> None:
    session = demo.open_if_empty()
    assert session is not None
    ahead = [way.ahead for way in demo.WAYS if way.ahead]
    rounds = Round.objects.filter(table__session=session)
    assert rounds.filter(phase="open").count() == len(demo.WAYS) - len(ahead)
    running = rounds.filter(phase="running").order_by("pk")
    assert [public_view(round_)["view"]["phase"] for round_ in running] == ahead == ["sale", "race"]
    assert set(session.tables.values_list("game", flat=True)) == set(GAMES)
    assert demo.open_if_empty() is None
    for each in Session.objects.all():
        demo.clear(each)
    assert demo.open_if_empty() is None
    assert sandbox.keep_open() is None
    assert not Session.objects.filter(state="open").exists()
    assert set(Round.objects.values_list("phase", flat=True)) == {"void"}
    assert room_findings() == []


def test_an_automatic_player_who_cannot_pay_the_ante_of_a_demo_buys_counters_for_it(own_database: str) -> None:
    """Or the first would have entered, and the race would wait for the second for ever."""
    ways = [demo.Way("derby", {"players": 2, "ante": demo.BUY_IN + 50})]
    with driven_here():
        session = demo.open_room(players=2, tables=1, table_options=demo.AS_FAST_AS_IT_GOES, ways=ways)
        ada = session.players.get(nickname="Ada")
        buy_in(player=ada, counters=50, by=HOUSE)  # enough for one race
        assert demo.play_round(session.tables.get().pk).phase == "settled"
    assert room_findings() == []


def test_a_table_with_too_few_players_for_its_game_stops_no_evening(own_database: str) -> None:
    ways = [demo.Way("musical-casino", {"players": 2, "ante": 10}), demo.Way("derby", {"players": 2, "ante": 10})]
    with driven_here():
        session = demo.open_room(players=2, tables=2, table_options=demo.AS_FAST_AS_IT_GOES, ways=ways)
        for table in session.tables.all():
            assert demo.play_round(table.pk).phase == "void"
        demo.close_room(session)
    assert room_findings() == []


def in_the_sandbox(own_database: str) -> Session:
    demo.open_if_empty()
    return Session.objects.get(code=sandbox.CODE)


def test_the_sandbox_has_a_table_of_every_game_with_players_and_a_bank_that_lasts(own_database: str) -> None:
    session = in_the_sandbox(own_database)
    assert (session.demo, session.state) == (True, "open")
    assert {table.game for table in session.tables.all()} == set(GAMES)
    for table in session.tables.all():
        assert table.rest is not None
        assert table.seats.filter(player__automatic=True).count() == sandbox.ROBOTS
        assert balance(table.bank_id) == sandbox.BANK
        if table.game in WAITING:
            continue
        play_on(table)
        assert table.rounds.filter(phase="settled").count() == 1
        assert Stake.objects.filter(round__table=table).exists()
    assert room_findings() == []


def test_the_cards_of_the_sandbox_wait_for_whoever_comes(own_database: str) -> None:
    table = in_the_sandbox(own_database).tables.get(game="musical-casino")
    a_guest_comes(table, "places")
    play_on(table)
    assert table.rounds.get().phase == "settled"
    assert room_findings() == []


def test_the_ascot_of_the_sandbox_waits_for_whoever_comes(own_database: str) -> None:
    table = in_the_sandbox(own_database).tables.get(game="ascot")
    a_guest_comes(table, "free_places")
    for _ in range(2):  # the off, and the deal
        tick_now(table)
    view = public_view(table.rounds.get())["view"]
    assert [player["seat"] for player in view["players"]][-1] == "Ada"
    assert room_findings() == []


def a_guest_comes(table: Table, places: str) -> None:
    """The three robots take a place each, and the last one is the guest's."""
    robots.act_for(table.rounds.get().pk)
    round_ = table.rounds.get()
    assert (round_.phase, round_.due_at, public_view(round_)["view"][places]) == ("open", None, 1)
    guest = join(code=sandbox.CODE, nickname="Ada").player
    sit_down(table.pk, player=guest, by=HOUSE)
    make_move(round_.pk, player=guest, move={"enter": True}, by=HOUSE)


def test_the_demo_of_ascot_plays_itself_to_the_end_and_on(own_database: str) -> None:
    with driven_here():
        session = demo.open_room(players=4, tables=1, table_options=demo.TO_WATCH, ways=demo.WAYS[-1:])
        table = session.tables.get()
        first = open_round(table.pk, by=HOUSE)
        demo.play_ahead(first.pk, "race")
        for _ in range(20):
            tick_now(table)
        demo.play_ahead(first.pk, "finished")
        tick_now(table)
        assert table.rounds.get().phase == "settled"
        tick_now(table)  # the rest is over
        assert table.rounds.latest("pk").phase == "open"
        for _ in range(2):  # the off, and the deal
            tick_now(table)
        assert public_view(table.rounds.latest("pk"))["view"]["phase"] != "entering"
        demo.clear(session)
    assert room_findings() == []


def tick_now(table: Table) -> None:
    """What is due at the table, now rather than then."""
    round_ = table.rounds.latest("pk")
    Round.objects.filter(pk=round_.pk).update(due_at=timezone.now())
    assert tick(round_.pk, round_.step)


def play_on(table: Table) -> None:
    """Whatever is due at the table until a round is over."""
    robots.stake_for(table.rounds.get().pk)
    while table.rounds.filter(phase__in=["open", "running"]).exists():
        tick_now(table)


def test_anybody_who_joins_the_sandbox_has_counters_to_play_with(own_database: str) -> None:
    in_the_sandbox(own_database)
    player = join(code="sandbox", nickname="Ada", secret="a secret that a phone has made").player
    assert balance(player.purse_id) == sandbox.STARTING_COUNTERS


def test_when_the_house_starts_the_sandbox_gets_the_tables_it_lacks_and_nothing_else(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(sandbox, "GAMES", {})  # before there were any games
        session = in_the_sandbox(own_database)
        assert not session.tables.exists()
    for _ in range(2):
        assert sandbox.keep_open() == session
        assert {table.game for table in session.tables.all()} == set(GAMES)
        assert session.tables.count() == len(GAMES)


def test_when_the_house_starts_who_has_no_phone_any_more_gives_up_the_place(own_database: str) -> None:
    session = in_the_sandbox(own_database)
    table = session.tables.get(game="minoru")
    stays, goes = (join(code=sandbox.CODE, nickname=name).player for name in ("Ada", "Bob"))
    for player in (stays, goes):
        sit_down(table.pk, player=player, by=HOUSE)
    goes.tokens.update(expires_at=timezone.now())
    sandbox.keep_open()
    sitting = table.seats.filter(left_at=None, player__automatic=False)
    assert list(sitting.values_list("player__nickname", flat=True)) == ["Ada"]


def test_a_demo_from_before_there_was_a_sandbox_gets_one(own_database: str) -> None:
    demo.open_room(players=1, tables=1, table_options=demo.TO_WATCH)
    kept = sandbox.keep_open()
    assert kept is not None
    assert kept.code == sandbox.CODE


def test_numbers_that_are_none_are_refused(folder: Path) -> None:
    for option in ("--rounds", "--players", "--tables"):
        done = casino("demo", option, "0", CASINO_HOME=str(folder))
        assert (done.returncode, option in done.stderr) == (2, True)
    assert not folder.exists()
