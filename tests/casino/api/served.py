"""What a test puts into a running house by hand, because no request can: a club, and people with accounts."""

from django.contrib.auth.hashers import make_password

from tests.casino.cast import PASSWORD
from tests.houses import RunningHouse


def employ(house: RunningHouse, **parts: str) -> None:
    """A club, and its staff by their names: `olive="organiser"`."""
    with house.connect() as database:
        club = database.execute("INSERT INTO clubs_club (name) VALUES ('The club') RETURNING id").fetchone()
        assert club is not None
        for name, part in parts.items():
            user = database.execute(
                "INSERT INTO auth_user (username, password, is_staff, is_active, is_superuser, first_name, last_name,"
                " email, date_joined) VALUES (%s, %s, true, true, false, '', '', '', now()) RETURNING id",
                [name, make_password(PASSWORD)],
            ).fetchone()
            assert user is not None
            database.execute(
                "INSERT INTO clubs_staff (club_id, user_id, part) VALUES (%s, %s, %s)", [club[0], user[0], part]
            )
