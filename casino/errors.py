"""Pages for what went wrong."""

import sys

import psycopg_pool
import structlog
from django.db.utils import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

log = structlog.get_logger("casino.errors")

# The database is starting, stopping or out of connections: come back in a moment.
PASSING = (OperationalError, InterfaceError, psycopg_pool.PoolTimeout)


def server_error(_request: HttpRequest) -> HttpResponse:
    """Django calls this for every exception nobody caught. A server that is away is not a mistake of ours."""
    kind, error, _ = sys.exc_info()
    # Rendered without the request: its context would ask the database for the user.
    if kind is not None and issubclass(kind, PASSING):
        log.warning("database away", error=str(error))
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": "5"})
    log.error("unhandled", exc_info=error)
    return HttpResponse(render_to_string("500.html"), status=500)
