"""What the environment says, or a sentence about what is wrong with it. Values are not repeated: some are secret."""

import ipaddress
import os
import socket
import warnings
from typing import Any
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo

import environ
import psutil
import tzlocal
from redis import ConnectionPool

from casino.refusals import Refused

# Variables that change what our programs do behind our back, set in a shell for something else.
OTHER_PEOPLES = ("UVICORN_", "CELERY_", "WEB_CONCURRENCY")

# Asked of the house by name or number; a phone that has the QR code uses a number.
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def forget_other_peoples_variables() -> None:
    """Without DATABASE_URL that goes for libpq's too: they would lead to another server than the house's own."""
    prefixes = OTHER_PEOPLES if text("DATABASE_URL") else (*OTHER_PEOPLES, "PG")
    for name in [name for name in os.environ if name.startswith(prefixes)]:
        del os.environ[name]


def switch(name: str, *, default: bool = False) -> bool:
    words = {
        "1": True,
        "true": True,
        "yes": True,
        "on": True,
        "0": False,
        "false": False,
        "no": False,
        "off": False,
    }
    value = text(name)
    if not value:
        return default
    if value.lower() not in words:
        raise Refused("bad_setting", f"{name} must be 1 or 0.")
    return words[value.lower()]


def whole_number(name: str, *, default: int, least: int, most: int) -> int:
    value = text(name)
    if not value:
        return default
    if not (value.isascii() and value.isdecimal()) or not least <= int(value) <= most:
        raise Refused("bad_setting", f"{name} must be a whole number from {least} to {most}.")
    return int(value)


def choice(name: str, *options: str) -> str:
    """One of some words; the first is the default."""
    value = text(name, options[0])
    if value not in options:
        raise Refused("bad_setting", f"{name} must be one of: {', '.join(options)}.")
    return value


def time_zone(name: str) -> str:
    """Of the hall: which day an evening belongs to, and what clocks on pages say. None named: the machine's own."""
    zone = text(name) or _machines_own_zone()
    try:
        ZoneInfo(zone)
    except (LookupError, OSError, ValueError):
        raise Refused("bad_setting", f"{name} must be a time zone, such as Europe/Paris.") from None
    return zone


def _machines_own_zone() -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a machine that says nothing of it keeps UTC
        try:
            return tzlocal.get_localzone_name() or "UTC"
        except (LookupError, OSError, ValueError):
            return "UTC"


def words(name: str) -> list[str]:
    return [word for word in text(name).replace(",", " ").split() if word]


def _address(name: str, *, code: str, schemes: set[str], example: str) -> SplitResult:
    """A URL in its parts, if it is one of the right kind."""
    try:
        parts = urlsplit(text(name))
        if parts.port == 0:
            raise ValueError
    except ValueError:
        raise Refused(code, f"{name} is not an address. It looks like {example}.") from None
    if parts.scheme not in schemes:
        raise Refused(code, f"{name} must begin with {example.split('//')[0]}//. It looks like {example}.")
    return parts


def database(name: str) -> dict[str, Any]:
    """A PostgreSQL address as Django wants it."""
    code, example = "bad_database_url", "postgresql://user:password@host:5432/casino"
    parts = _address(name, code=code, schemes={"postgres", "postgresql"}, example=example)
    if not parts.path.strip("/") or not (parts.hostname or "host=" in parts.query):
        raise Refused(code, f"{name} must name a host and a database. It looks like {example}.")
    config: dict[str, Any] = environ.Env.db_url_config(parts.geturl(), engine="django.db.backends.postgresql")
    options = dict(config.get("OPTIONS", {}))
    config["HOST"] = config.get("HOST") or options.pop("host", "")
    config["OPTIONS"] = options
    return config


def redis(name: str) -> str:
    code, example = "bad_redis_url", "redis://host:6379/0"
    parts = _address(name, code=code, schemes={"redis", "rediss", "unix"}, example=example)
    number = parts.path.strip("/")
    if parts.scheme != "unix" and (not parts.hostname or not (number == "" or number.isdecimal())):
        raise Refused(code, f"{name} must name a host. It looks like {example}.")
    try:
        ConnectionPool.from_url(text(name)).close()  # connects to nothing yet, but reads the options
    except (ValueError, TypeError):
        raise Refused(code, f"{name} has options that Redis does not know. It looks like {example}.") from None
    return text(name)


def public_url(name: str) -> str:
    """The address under which the world sees the house, or nothing on a hall's own network."""
    if not text(name):
        return ""
    code, example = "bad_setting", "https://casino.example.org"
    parts = _address(name, code=code, schemes={"http", "https"}, example=example)
    if not parts.hostname or parts.path.strip("/") or parts.query:
        raise Refused(code, f"{name} must be a host's address, without a path. It looks like {example}.")
    return text(name).rstrip("/")


def lan_addresses() -> list[str]:
    """This machine's own addresses on its networks, that of the way out (the hall's Wi-Fi) first."""
    found = {
        address.address
        for name, addresses in psutil.net_if_addrs().items()
        for address in addresses
        if address.family == socket.AF_INET and not name.startswith(("docker", "br-", "veth", "virbr"))
    }
    usable = [ip for ip in map(ipaddress.ip_address, found) if not (ip.is_loopback or ip.is_link_local)]
    way_out = _address_of_the_way_out()
    return [str(ip) for ip in sorted(usable, key=lambda ip: (str(ip) != way_out, not ip.is_private, int(ip)))]


def _address_of_the_way_out() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("203.0.113.1", 9))  # a datagram socket only chooses its route: nothing is sent
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def local_hosts() -> list[str]:
    """Every name by which a device in the room may ask for the house."""
    name = socket.gethostname().lower()
    names = {name, f"{name.split('.')[0]}.local"} if name else set()
    return [*LOCAL_NAMES, *sorted(names), *lan_addresses()]
