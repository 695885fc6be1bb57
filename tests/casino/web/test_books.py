"""A guest's own books: a statement that adds up, page by page, and what became of every stake."""

from casino.clubs.actors import HOUSE
from casino.desk.counters import buy_in
from casino.tables.voiding import void_round
from tests.casino.dealing import play_m1
from tests.casino.room import Room
from tests.casino.web.browsing import Browser, Page, phone


def lines(page: Page) -> list[tuple[str, int, int]]:
    """Why, how many, and what was in the purse afterwards; the newest first."""
    found = []
    for row in page.root.one("tbody").all("tr"):
        why, amount, purse = row.one("th").text, *(cell.text for cell in row.all("td", class_="amount"))
        found.append((why, int(amount), int(purse)))
    return found


def race_for_minoru(room: Room) -> None:
    """Minoru wins at 2 to 1: the 5 of Ada's come back as 15, the 2 on another horse are lost."""
    table = room.table_of("minoru", by_hand=True, options={"course": "jaques"})
    round_ = room.open(table)
    room.stake(round_, "Ada", "minoru", 6)
    room.withdraw(round_, "Ada", "minoru", 1)
    room.stake(round_, "Ada", "st_amant", 2)
    play_m1(round_)


def test_a_statement_says_why_counters_moved_and_adds_up(room: Room) -> None:
    race_for_minoru(room)
    ada = phone(room, "Ada")
    page = ada.get("/play/statement/")
    found = lines(page)
    assert sum(amount for _, amount, _ in found) == 100 + 10 - 2
    running = 0
    for _, amount, purse in reversed(found):
        running += amount
        assert purse == running
    assert running == 108 == int(page.part("purse").one("strong").text)
    assert [(why, amount) for why, amount, _ in reversed(found)][:4] == [
        ("bought", 100),
        ("staked", -6),
        ("stake taken back", 1),
        ("staked", -2),
    ]


def test_older_movements_are_on_older_pages(room: Room) -> None:
    for _ in range(59):
        buy_in(player=room.players["Ada"], counters=1, by=HOUSE)
    ada = phone(room, "Ada")
    first = ada.get("/play/statement/")
    assert len(lines(first)) == 50
    (older,) = [link for link in first.links if "older=" in link]
    second = ada.get(f"/play/statement/{older}")
    assert len(lines(second)) == 10
    assert lines(second)[-1] == ("bought", 100, 100)
    assert lines(first)[-1][2] - lines(first)[-1][1] == lines(second)[0][2], "the pages meet"
    assert [link for link in second.links if "older=" in link] == []
    bob = phone(room, "Bob")
    assert bob.get(f"/play/statement/{older}").status == 404, "a page is of one purse"
    for nonsense in ("x", "\u00e9", "a:b:c", "9" * 500):
        assert ada.get("/play/statement/", {"older": nonsense}).status == 404, nonsense


def test_who_has_no_counters_yet_has_an_empty_statement(room: Room) -> None:
    room.come("Dot")
    dot = phone(room, "Dot")
    assert "Nothing has moved yet." in dot.get("/play/statement/").text
    assert "You have staked in no round that is over." in dot.get("/play/history/").text


def test_the_history_says_what_every_stake_came_to(room: Room) -> None:
    race_for_minoru(room)
    void = room.open()
    room.stake(void, "Ada", "gou_gou", 3)
    void_round(void.pk, reason="The lamp fell over", by=HOUSE)
    live = room.open()
    room.stake(live, "Ada", "gou_gou", 4)
    page = phone(room, "Ada").get("/play/history/")
    found = []
    for row in page.root.one("tbody").all("tr"):
        staked, returned = (cell.text for cell in row.all("td", class_="amount"))
        found.append((int(staked), int(returned)))
    assert found == [(3, 3), (2, 0), (5, 15)], "the newest first"
    assert any(f"/verify/?round={void.pk}" == link for link in page.links)
    bob = phone(room, "Bob").get("/play/history/")
    assert "You have staked in no round that is over." in bob.text


def test_books_are_nobody_else_s(room: Room) -> None:
    for path in ("/play/statement/", "/play/history/"):
        assert Browser().get(path).status == 401
        assert phone(room, "Ada").ask("POST", path) == 405
