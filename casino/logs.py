"""Structured logs: one JSON object a line, the same from every process, and never a secret in them."""

import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any

import structlog

SECRET_NAMES = re.compile(
    r"password|passwd|secret|token|authorization|cookie|api_?key|session_?key|csrf|database_url|redis_url|dsn|conninfo",
    re.IGNORECASE,
)
PASSWORD_IN_URL = re.compile(r"(\w+://[^:/@\s]*):[^@/\s]+@")
HIDDEN = "***"


def hide_secrets(value: Any, name: str = "") -> Any:
    """The same value with what may not be written down replaced, at any depth."""
    if name and SECRET_NAMES.search(name):
        return HIDDEN
    if isinstance(value, Mapping):
        return {key: hide_secrets(inner, str(key)) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [hide_secrets(inner) for inner in value]
    if isinstance(value, str):
        return PASSWORD_IN_URL.sub(rf"\1:{HIDDEN}@", value)
    return value


def _hide_secrets(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    return {key: hide_secrets(value, key) for key, value in event.items()}


class StandardError(logging.Handler):
    """Standard error as it is when a line is written, not as it was when logging was configured."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            sys.stderr.write(self.format(record) + "\n")
            sys.stderr.flush()
        except Exception:  # as every handler: a log line must not break what it tells of
            self.handleError(record)


def configure(level: str) -> None:
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        _hide_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = StandardError()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    # Our own line per request says more than these two, and says it once.
    logging.getLogger("django.request").setLevel(logging.CRITICAL)
    logging.getLogger("uvicorn.access").setLevel(logging.CRITICAL)
    # A line for every heartbeat would drown the rest.
    for chatter in ("celery.app.trace", "celery.worker.strategy", "celery.beat"):
        logging.getLogger(chatter).setLevel(logging.WARNING)
