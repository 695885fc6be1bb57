"""Settings refuse nonsense with a sentence, and are safe without being asked."""

import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from casino import environment
from casino.home import PROJECT
from casino.refusals import Refused
from tests.houses import clean_environment
from tests.terminal import environment as typed_in

PRODUCTION = {
    "DATABASE_URL": "postgresql://casino:opensesame@db.example.org:5432/casino",
    "REDIS_URL": "redis://redis.example.org:6379/0",
    "SECRET_KEY": "fifty-or-more-random-characters-are-what-it-takes-0123456789",
    "CASINO_URL": "https://casino.example.org",
}


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(PROJECT / "manage.py"), *arguments],
        env=clean_environment(**variables),
        capture_output=True,
        text=True,
        check=False,
    )


def show(name: str, **variables: str) -> str:
    """A setting's value, read anew from this environment."""
    return repr(settings_of(**variables)[name])


def settings_of(**variables: str) -> dict[str, Any]:
    with typed_in(clean_environment(**variables)):
        return runpy.run_path(str(PROJECT / "casino" / "settings.py"))


def test_production_settings_pass_djangos_own_checks() -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_control_the_checks_complain_without_tls() -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", **{**PRODUCTION, "CASINO_URL": "http://hall.example"})
    assert done.returncode != 0
    assert "security.W" in done.stderr


def test_there_is_a_migration_for_every_model(folder: Path) -> None:
    done = manage("makemigrations", "--check", "--dry-run", CASINO_HOME=str(folder))
    assert "No changes detected" in done.stdout, done.stdout + done.stderr


def test_debug_is_off_unless_asked_for(folder: Path) -> None:
    assert show("DEBUG", CASINO_HOME=str(folder)) == "False"
    assert show("DEBUG", CASINO_HOME=str(folder), DEBUG="1") == "True"


def test_server_mode_refuses_to_start_without_a_secret_key() -> None:
    done = manage("check", DATABASE_URL=PRODUCTION["DATABASE_URL"])
    assert done.returncode == 2
    assert "SECRET_KEY must be set" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_secret_key_that_is_none_is_refused() -> None:
    done = manage("check", **{**PRODUCTION, "SECRET_KEY": "x"})
    assert (done.returncode, "50 or more random characters" in done.stderr) == (2, True)


def test_a_secret_key_may_begin_with_any_character() -> None:
    assert show("SECRET_KEY", **{**PRODUCTION, "SECRET_KEY": "$" * 60}) == repr("$" * 60)


def test_the_embedded_house_makes_its_secret_once_and_keeps_it_to_itself(folder: Path) -> None:
    first = show("SECRET_KEY", CASINO_HOME=str(folder))
    assert len(first) > 60
    assert show("SECRET_KEY", CASINO_HOME=str(folder)) == first
    assert (folder / "secret_key").stat().st_mode & 0o777 == 0o600


def test_tls_brings_secure_cookies_and_plain_http_does_without(folder: Path) -> None:
    assert show("SESSION_COOKIE_SECURE", **PRODUCTION) == "True"
    assert show("SESSION_COOKIE_SECURE", CASINO_HOME=str(folder)) == "False"


def test_the_time_zone_is_the_machine_s_own_unless_another_is_named(folder: Path) -> None:
    """The machine is asked once in a process, so this needs one of its own."""
    done = subprocess.run(
        [sys.executable, "-c", "from casino import settings; print(settings.TIME_ZONE)"],
        env=clean_environment(CASINO_HOME=str(folder), TZ="Asia/Tokyo"),
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "Asia/Tokyo\n", done.stderr
    assert (
        show("TIME_ZONE", CASINO_HOME=str(folder), TZ="Asia/Tokyo", CASINO_TIME_ZONE="Europe/Paris") == "'Europe/Paris'"
    )


def test_the_house_answers_to_the_addresses_of_this_machine(folder: Path) -> None:
    hosts = show("ALLOWED_HOSTS", CASINO_HOME=str(folder), ALLOWED_HOSTS="hall.example")
    assert "'localhost'" in hosts
    assert "'hall.example'" in hosts
    assert all(repr(address) in hosts for address in environment.lan_addresses())
    assert "'*'" not in hosts


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("DEBUG", "perhaps", "DEBUG must be 1 or 0"),
        ("CASINO_DB_POOL", "many", "CASINO_DB_POOL must be a whole number"),
        ("CASINO_DB_POOL", "0", "from 1 to 1000"),
        ("CASINO_DB_POOL", "²", "must be a whole number"),
        ("CASINO_HEARTBEAT_LIMIT", "-5", "must be a whole number"),
        ("CASINO_LOG_LEVEL", "loud", "must be one of: info"),
        ("CASINO_ADMIN_THEME", "glitter", "must be one of: unfold, plain"),
        ("CASINO_TIME_ZONE", "Moon/Tranquility", "CASINO_TIME_ZONE must be a time zone"),
        ("CASINO_TIME_ZONE", "../etc/passwd", "CASINO_TIME_ZONE must be a time zone"),
        ("CASINO_URL", "casino.example.org", "CASINO_URL must begin with https://"),
        ("CASINO_URL", "https://casino.example.org/club", "without a path"),
        ("CASINO_URL", "https://casino:notaport", "CASINO_URL is not an address"),
        ("DATABASE_URL", "nonsense", "DATABASE_URL must begin with postgresql://"),
        ("DATABASE_URL", "mysql://u:opensesame@h/d", "DATABASE_URL must begin with postgresql://"),
        ("DATABASE_URL", "sqlite:///x.db", "DATABASE_URL must begin with postgresql://"),
        ("DATABASE_URL", "postgresql://u:opensesame@host", "must name a host and a database"),
        ("DATABASE_URL", "postgresql:///casino", "must name a host and a database"),
        ("DATABASE_URL", "postgresql://host:99999/casino", "is not an address"),
        ("DATABASE_URL", "postgresql://[::1/casino", "is not an address"),
        ("REDIS_URL", "nonsense", "REDIS_URL must begin with redis://"),
        ("REDIS_URL", "http://host", "REDIS_URL must begin with redis://"),
        ("REDIS_URL", "redis://host:port/0", "is not an address"),
        ("REDIS_URL", "redis:///0", "must name a host"),
        ("REDIS_URL", "redis://host/zero", "must name a host"),
        ("REDIS_URL", "redis://host/0?socket_timeout=abc", "has options that Redis does not know"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(name: str, value: str, words: str, folder: Path) -> None:
    """`manage.py` and `casino` tell the sentence and end with 2; see the two tests with a secret key above."""
    with pytest.raises(Refused) as refusal:
        settings_of(**{"CASINO_HOME": str(folder), "SECRET_KEY": "x" * 60, name: value})
    assert words in refusal.value.sentence
    assert "opensesame" not in refusal.value.sentence


def test_an_address_with_a_socket_folder_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_URL", "postgresql://casino@/casino?host=/run/pg&sslmode=disable")
    config = environment.database("SOME_URL")
    assert (config["HOST"], config["NAME"], config["OPTIONS"]) == ("/run/pg", "casino", {"sslmode": "disable"})


def test_refusals_do_not_repeat_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_URL", "postgresql://user:opensesame@")
    with pytest.raises(Refused) as refusal:
        environment.database("SOME_URL")
    assert "opensesame" not in str(refusal.value)


def test_every_variable_is_in_the_example_and_no_other() -> None:
    sources = [(PROJECT / "casino" / name).read_text() for name in ("settings.py", "home.py")]
    read = {
        name for source in sources for name in re.findall(r'(?:environment\.\w+|environ\.get)\(\s*"([A-Z_]+)"', source)
    }
    example = (PROJECT / "deploy" / "env.example").read_text()
    assert set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE)) == read
    assert len(read) >= 10
