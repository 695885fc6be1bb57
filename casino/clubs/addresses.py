"""Where guests and staff find the house: the address that is printed and handed over."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from casino.environment import lan_addresses

OF_THIS_MACHINE = {"localhost", "127.0.0.1", "[::1]"}


def house_address(request: HttpRequest) -> str:
    """The public one if there is one, else that of the request. An organiser who sits at the machine itself may call it
    by a name that only works there: then its address on the hall's network.
    """
    if settings.CASINO_URL:
        return str(settings.CASINO_URL)
    asked = urlsplit(request.build_absolute_uri("/"))
    host, colon, port = asked.netloc.rpartition(":") if asked.port else (asked.netloc, "", "")
    if host in OF_THIS_MACHINE and (found := lan_addresses()):
        host = found[0]
    return f"{asked.scheme}://{host}{colon}{port}"


def join_address(request: HttpRequest, code: str) -> str:
    return f"{house_address(request)}/j/{code}"
