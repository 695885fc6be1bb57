"""Without its theme the admin is Django's own: the same pages render there, and the same evening is run.

The theme is chosen when Django starts, so this is a run within the run, on its servers and on a copy of its database.
"""

import subprocess
import sys

from casino.home import PROJECT
from tests.databases import address
from tests.houses import clean_environment

ALSO_PLAIN = {
    "tests/casino/test_admin.py": ["test_every_page_of_the_admin_renders"],
    "tests/casino/test_room_admin.py": [
        "test_every_page_renders",
        "test_an_evening_is_run_from_the_admin",
    ],
}


def test_the_same_pages_render_and_act_on_the_plain_admin(own_database: str) -> None:
    assert own_database.startswith("test_")  # which Django puts before the name that it is given
    here = address()
    plain = {"DATABASE_URL": here["DATABASE_URL"].replace("/test_", "/"), "CASINO_ADMIN_THEME": "plain"}
    wanted = [f"{file}::{name}" for file, names in ALSO_PLAIN.items() for name in names]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "--reuse-db", *wanted],
        env=clean_environment(**here, CASINO_TEST_INHERITS="1") | plain,
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{len(wanted)} passed" in done.stdout, done.stdout + done.stderr
