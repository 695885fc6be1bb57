from casino.clubs.models import Staff
from tests.casino.api.cast import joined, staff_wire, stake_body
from tests.casino.api.wire import Wire
from tests.casino.room import Room, run


def test_smoke(room: Room) -> None:
    code = room.session.code
    organiser = staff_wire("olive", room.session.club, Staff.Part.ORGANISER)
    guest, told = joined(code, "Dora")
    player = told["player"]["id"]
    for path in (
        "/me/",
        "/me/statement/",
        "/me/stakes/",
        "/me/history/",
        f"/sessions/{code}/",
        f"/sessions/{code}/tables/",
        f"/sessions/{code}/leaderboard/",
        f"/sessions/{code}/events/",
        f"/tables/{room.table.pk}/",
        f"/tables/{room.table.pk}/seats/",
        f"/tables/{room.table.pk}/office/",
        "/games/",
        "/games/minoru/",
        "/problems/",
        "/problems/staking_closed/",
    ):
        assert guest.get(path).status == 200, path
    assert organiser.post(f"/players/{player}/buy-in/", {"counters": 50}).status == 201
    assert guest.post(f"/tables/{room.table.pk}/sit-down/").status == 201
    opened = organiser.post(f"/tables/{room.table.pk}/rounds/")
    assert opened.status == 201, opened.body
    round_id = opened.body["id"]
    made = guest.post(f"/rounds/{round_id}/stakes/", stake_body(guest, round_id, "minoru", 2))
    assert made.status == 201, made.body
    assert (
        guest.post(
            f"/rounds/{round_id}/stakes/withdraw/", {"market": "win", "selection": "minoru", "counters": 1}
        ).status
        == 200
    )
    for path in (
        f"/rounds/{round_id}/",
        f"/rounds/{round_id}/odds/",
        f"/rounds/{round_id}/moves/",
        f"/rounds/{round_id}/stakes/",
        f"/rounds/{round_id}/fairness/",
    ):
        assert guest.get(path).status == 200, path
    assert organiser.post(f"/rounds/{round_id}/off/").status == 200
    from casino.tables.models import Round

    run(Round.objects.get(pk=round_id))
    for path in (
        f"/rounds/{round_id}/",
        f"/rounds/{round_id}/odds/",
        f"/rounds/{round_id}/moves/",
        f"/rounds/{round_id}/stakes/",
        f"/rounds/{round_id}/fairness/",
        f"/rounds/{round_id}/transcript/",
        f"/rounds/{round_id}/verify/",
        "/me/history/",
        "/me/statement/",
        f"/sessions/{code}/events/",
    ):
        assert guest.get(path).status == 200, path
    for path in (
        "/clubs/",
        "/sessions/",
        "/staff/tokens/",
        f"/sessions/{code}/players/",
        f"/players/{player}/",
        f"/players/{player}/statement/",
        f"/sessions/{code}/devices/",
        f"/sessions/{code}/tickets/",
        f"/sessions/{code}/trial-balance/",
        f"/sessions/{code}/journal.csv",
        f"/sessions/{code}/events/",
    ):
        assert organiser.get(path).status == 200, path
    assert Wire().get("/me/").status == 401
