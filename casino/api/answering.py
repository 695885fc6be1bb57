"""The same question twice gets one answer: idempotency in the database transaction of the act itself.

Claim the key, act in a savepoint, keep the answer or the refusal, commit. A twin waits on the unique index until the
first has committed, and then finds its answer. What may go well a moment later is not kept: 409, 429 and 5xx.
"""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import OperationalError, transaction
from django.http import HttpResponse
from psycopg import errors as pg

from casino.api import problems
from casino.api.models import KEY_LENGTH, Answer
from games.kit.errors import RuleBroken
from ledger.errors import LedgerError
from ledger.line import ask

LONGEST_WAIT = "5s"  # for a twin, and for any other lock of the act
KEY = re.compile(rf"[\x21-\x7e]{{1,{KEY_LENGTH}}}")
NOT_KEPT = frozenset({409, 429})

# The setting holds from within this very statement, and until the transaction ends.
_CLAIM = """
    INSERT INTO api_answer (caller, key, question, body)
    SELECT %s, %s, %s, '' FROM set_config('lock_timeout', %s, true)
    ON CONFLICT (caller, key) DO NOTHING
    RETURNING id
"""
_KEEP = "UPDATE api_answer SET status = %s, body = %s WHERE id = %s"

T = TypeVar("T")
Act = Callable[[], tuple[int, Any]]  # the status and the body


def json_answer(status: int, body: Any) -> HttpResponse:
    return _written(status, json.dumps(body, ensure_ascii=False))


def _written(status: int, body: str) -> HttpResponse:
    kind = "application/json" if status < 400 else problems.MEDIA_TYPE
    return HttpResponse(body, status=status, content_type=kind)


def require_key(given: str | None) -> str:
    if given is None or not KEY.fullmatch(given):
        raise problems.own("key_missing")
    return given


def question_of(method: str, path: str, body: Any) -> str:
    """A digest of what was asked, which may be any JSON: what nobody reads of it is part of the question, too."""
    return hashlib.sha256(json.dumps([method, path, body], sort_keys=True).encode()).hexdigest()


def once(*, caller: str, key: str, question: str, act: Act) -> HttpResponse:
    """Act, unless this caller has used this key before; then what was answered, whether done or refused."""
    return retried(lambda: _once(caller, key, question, act))


class _NotKept(Exception):
    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.response = response


def _once(caller: str, key: str, question: str, act: Act) -> HttpResponse:
    try:
        with transaction.atomic():
            claim = _claim(caller, key, question)
            if claim is None:
                return _told_before(caller, key, question)
            status, body = _tried(act)
            ask(_KEEP, str(status), body, str(claim))
            return _written(status, body)
    except _NotKept as passing:
        return passing.response


def _claim(caller: str, key: str, question: str) -> int | None:
    try:
        claimed = ask(_CLAIM, caller, key, question, LONGEST_WAIT)
    except OperationalError as error:
        if isinstance(error.__cause__, pg.LockNotAvailable):
            raise problems.own("key_in_use") from None
        raise
    return claimed[0][0] if claimed else None


def _tried(act: Act) -> tuple[int, str]:
    try:
        with transaction.atomic():
            status, body = act()
    except (RuleBroken, LedgerError) as refused:
        status, body = problems.status_of(refused.code), problems.document(refused)
        if status in NOT_KEPT or status >= 500:
            raise _NotKept(problems.answer(refused)) from None
    return status, json.dumps(body, ensure_ascii=False)


def _told_before(caller: str, key: str, question: str) -> HttpResponse:
    before = Answer.objects.get(caller=caller, key=key)
    if before.question != question:
        raise RuleBroken("key_reused", "This key was used before, for something else.")
    assert before.status is not None, "a claim is committed with its answer"
    response = _written(before.status, before.body)
    response.headers["Idempotent-Replayed"] = "true"
    return response


def retried(act: Callable[[], T]) -> T:
    """Once more if PostgreSQL chose this one to end a deadlock: the other has gone on by now."""
    try:
        return act()
    except OperationalError as error:
        if not isinstance(error.__cause__, pg.DeadlockDetected):
            raise
    return act()
