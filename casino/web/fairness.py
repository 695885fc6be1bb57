"""A phone's part in the deal: it promises entropy of its own before the off, and reveals it after."""

import json
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from casino.api.callers import Caller
from casino.tables.fairness import commit_entropy, off_of, reveal_entropy
from casino.tables.models import Round
from casino.web.at_table import AtTable, round_for
from casino.web.guests import while_it_lasts
from casino.wording import words
from games.kit.errors import RuleBroken
from games.kit.values import canonical

LATE = frozenset({"commitments_closed", "reveals_closed"})


def promise_of(at: AtTable) -> dict[str, Any] | None:
    """What the phone needs for it: nothing where it has no part. Who only looks on promises nothing."""
    round_ = at.round
    if not round_ or not at.name or round_.by_hand or not at.is_live or not (at.stakes or not at.spaces):
        return None
    chain = round_.chain
    facts = {"round": round_.pk, "number": round_.number, "table": chain.name, "anchor": chain.anchor, "seat": at.name}
    if round_.phase == Round.Phase.OPEN:
        return {**facts, "phase": "promise"}
    return {**facts, "phase": "reveal", "digest": round_.off_digest, "off": canonical(off_of(round_)).decode()}


@require_POST
@while_it_lasts
def promise(request: HttpRequest, guest: Caller, round_id: int) -> HttpResponse:
    round_for(guest, round_id)
    said = _said(request, "commitment")
    return _answered(lambda: commit_entropy(round_id, player=guest.player, commitment=said, by=guest.actor))


@require_POST
@while_it_lasts
def reveal(request: HttpRequest, guest: Caller, round_id: int) -> HttpResponse:
    round_for(guest, round_id)
    said = _said(request, "entropy")
    return _answered(lambda: reveal_entropy(round_id, player=guest.player, entropy=said, by=guest.actor))


def _said(request: HttpRequest, name: str) -> Any:
    """What a script has sent under this name. What is no such thing is for the rules to refuse."""
    try:
        said = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    return said.get(name) if isinstance(said, dict) else None


def _answered(act: Callable[[], object]) -> HttpResponse:
    """Whether it was taken. Who comes too late has done nothing wrong: the deal goes on without them, and says so."""
    try:
        act()
    except RuleBroken as refused:
        status = 200 if refused.code in LATE else 422
        return JsonResponse({"taken": False, "code": refused.code, "detail": words(refused)}, status=status)
    return JsonResponse({"taken": True})
