"""Pages for what went wrong."""

import sys

import psycopg_pool
import structlog
from django.db.utils import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

log = structlog.get_logger("casino.errors")

# The database is starting, stopping or out of connections: come back in a moment.
PASSING = (OperationalError, InterfaceError, psycopg_pool.PoolTimeout)


def server_error(_request: HttpRequest) -> HttpResponse:
    """Django calls this for every exception nobody caught. A server that is away is not a mistake of ours."""
    kind, error, _ = sys.exc_info()
    if kind is not None and issubclass(kind, PASSING):
        log.warning("database away", error=str(error))
        response = render(None, "503.html", status=503)  # type: ignore[arg-type] - context processors would ask the database
        response.headers["Retry-After"] = "5"
        return response
    log.error("unhandled", exc_info=error)
    return render(None, "500.html", status=500)  # type: ignore[arg-type]
