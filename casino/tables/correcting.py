"""Correcting a settled round: the croupier had typed a card that was not the one on the cloth.

First a plan, which changes nothing: what the round would have paid, who gains and who loses by it, and who has spent
what is to be given back. Then, if the organiser agrees to exactly that plan, one call to the ledger: the old settlement
is reversed, the new one posted, and what is missing covered from the issue.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db import transaction

from casino.clubs.actors import Actor
from casino.desk.accounts import Reason, Role
from casino.tables import locks
from casino.tables.beside import accounts_of
from casino.tables.models import Move, Round
from casino.tables.playing import (
    Accounts,
    collected_in,
    exposures_of,
    game_of,
    is_possible,
    laid_in,
    moves_of,
    office_account,
    replayed,
    sides_of,
    unplayed,
)
from casino.tables.requiring import LIVE, require_reason
from casino.tables.showing import tell
from games.kit.errors import RuleBroken
from games.kit.game import Move as GameMove
from games.kit.game import written
from games.kit.replay import finish_as_json
from games.kit.round import Round as Value
from games.kit.values import canonical, to_json
from ledger import balances, posting
from ledger.models import Account, Entry
from ledger.models import Transfer as Posted
from ledger.posting import Posting, Reversal, Transfer

VERSION_LENGTH = 16


@dataclass(frozen=True)
class Plan:
    """What a correction would do. Accounts are named as in the book."""

    finish: tuple[Any, ...]
    corrected_finish: tuple[Any, ...]
    changes: Mapping[str, int]  # what each account gains by it, or loses
    short: Mapping[str, int]  # what each of them is missing for that

    @property
    def version(self) -> str:
        """Whoever agrees to a plan names it, and agrees to no other."""
        return sha256(canonical(self.as_json())).hexdigest()[:VERSION_LENGTH]

    def as_json(self) -> dict[str, Any]:
        return {
            "finish": list(self.finish),
            "corrected_finish": list(self.corrected_finish),
            "changes": dict(self.changes),
            "short": dict(self.short),
        }


def plan_correction(round_id: int, *, moves: Sequence[Any]) -> Plan:
    """The dry run, for the organiser to read."""
    return _worked_out(locks.read(round_id), moves).plan


@transaction.atomic
def correct_round(
    round_id: int,
    *,
    moves: Sequence[Any],
    reason: str,
    by: Actor,
    cover: Mapping[str, int] | None = None,
    agreed: str | None = None,
) -> Round:
    """Reverse the settlement and settle by these moves. `cover` repeats what the plan said is short, to cover it;
    `agreed` is the version of that plan, for who wants exactly what it said.
    """
    why = require_reason(reason)
    round_ = locks.own(round_id)
    if live := _live(round_):  # no stake is accepted meanwhile against a bank that this may make smaller
        locks.own_round(live.pk)
    work = _worked_out(round_, moves)
    if agreed not in {None, work.plan.version}:
        raise RuleBroken("plan_changed", "The plan is another one by now; read it again.")
    if dict(work.plan.short) != dict(cover or {}):
        raise RuleBroken(
            "short",
            "Some have spent what they would give back: %(short)s. Cover it, or leave the round as it is.",
            short=", ".join(f"{code} {missing}" for code, missing in work.plan.short.items()) or "–",
        )
    number = round_.moves.count() + 1
    Move.objects.create(round=round_, number=number, kind=Move.Kind.CORRECTED, move=work.moves, by=by.as_json())
    round_.secret.state = to_json(work.value.state)
    round_.secret.save(update_fields=["state"])
    tell(
        round_,
        "round_corrected",
        by=by,
        reason=why,
        **work.plan.as_json(),
    )
    _hand_on(round_, work.value)
    round_.step += 1
    if postings := work.named(number, why):
        entries = posting.post_many(book=round_.table.book_id, postings=postings)
        settled = [entry for entry in entries if entry.key.endswith(":settle")]
        round_.settlement = settled[0] if settled else None
    round_.keep()
    return round_


@dataclass(frozen=True)
class _Work:
    plan: Plan
    value: Value
    round_id: int
    moves: Sequence[Any]
    undone: Sequence[int]
    postings: Mapping[str, Sequence[Transfer]]

    def named(self, number: int, why: str) -> list[Posting | Reversal]:
        """Every entry of this correction, with its key and the reason as memo."""
        prefix = f"round:{self.round_id}:correct:{number}"
        named: list[Posting | Reversal] = []
        named += [Reversal(f"{prefix}:undo:{entry}", entry, why) for entry in self.undone]
        named += [Posting(f"{prefix}:{act}", moved, why) for act, moved in self.postings.items() if moved]
        return named


def _worked_out(round_: Round, moves: Sequence[Any]) -> _Work:
    if round_.phase != Round.Phase.SETTLED:
        raise RuleBroken("not_settled", "Only a settled round is corrected; a live one can still be changed or voided.")
    if not round_.by_hand:
        raise RuleBroken("dealt_by_house", "At this table the house deals.")
    before = replayed(round_, moves_of(round_))
    told = _told(round_, moves)
    value = replayed(round_, [written(move) for move in told], laid_in(round_)).settle()
    _require_not_carried_on(round_, before, value)
    standing = _standing(round_)
    undone = _undone(standing)
    paid = Accounts.of(round_).transfers(value.payments)
    moved = _changes([*undone, *paid])
    handed = _through_the_bank(round_, moved)
    moved = _changes([*undone, *paid, *handed])
    short = _short(moved, _promised(round_))
    covered = [Transfer(_issue(round_), account, missing, Reason.COVER) for account, missing in short.items()]
    codes = dict(Account.objects.filter(pk__in=moved).values_list("pk", "code"))
    return _Work(
        plan=Plan(
            finish=_finish(before),
            corrected_finish=_finish(value),
            changes={codes[account]: gain for account, gain in moved.items() if gain},
            short={codes[account]: missing for account, missing in short.items()},
        ),
        value=value,
        round_id=round_.pk,
        moves=[written(move) for move in told],
        undone=standing,
        postings={"settle": paid, "office": handed, "cover": covered},
    )


def _left(round_: Round, value: Value) -> dict[str, Any]:
    """What the round leaves to the next, where that is not for anybody to choose."""
    after = value.game.next_options(round_.options, value.state)
    return {name: after[name] for name in value.game.set_by_rules if name in after}


def _require_not_carried_on(round_: Round, before: Value, value: Value) -> None:
    later = round_.table.rounds.filter(pk__gt=round_.pk)
    if _left(round_, before) != _left(round_, value) and later.exists():
        raise RuleBroken("carried_on", "The next game has begun with what this one left; that cannot be corrected now.")


def _hand_on(round_: Round, value: Value) -> None:
    """The next round starts from what this one leaves now."""
    table, left = round_.table, _left(round_, value)
    if left and not table.rounds.filter(pk__gt=round_.pk).exists():
        table.options = {**table.options, **left}
        table.save(update_fields=["options"])


def _told(round_: Round, moves: object) -> list[GameMove]:
    """The moves of the round as it should have been."""
    if not isinstance(moves, list | tuple):
        raise RuleBroken("bad_moves", "A correction is a list of moves.")
    game = game_of(round_)
    told = [game.read_move(move) for move in moves]
    _require_decisions(round_, told)
    return told


def _require_decisions(round_: Round, told: Sequence[GameMove]) -> None:
    """Decisions of players stand as they were made, but for those that nobody could make with these cards: a total that
    was not thrown was not called, and after the end nobody decides anything.
    """
    decided = [written(move) for move in told if move.seat is not None]
    left_out = list[tuple[Any, int]]()
    for move, cards in _after_cards(moves_of(round_)):
        if decided[:1] == [move]:
            decided.pop(0)
        elif "seat" in move:
            left_out.append((move, cards))
    if decided:  # nobody made these
        raise _decisions_stand()
    points = _points(round_, told) if left_out else []
    if any(cards < len(points) and is_possible(points[cards], move) for move, cards in left_out):
        raise _decisions_stand()


def _points(round_: Round, told: Sequence[GameMove]) -> list[Value]:
    """The round as it would have stood before each of these cards, and after the last."""
    value, points = unplayed(round_), list[Value]()
    for move in told:
        if move.seat is None:
            points.append(value)
        value = value.play(move)
    return [*points, value]


def _decisions_stand() -> RuleBroken:
    return RuleBroken("decisions_stand", "A correction changes cards, not what players decided.")


def _after_cards(moves: Sequence[Any]) -> Iterator[tuple[Any, int]]:
    """Each move with how many cards or throws lay there before it."""
    dealt = 0
    for move in moves:
        yield move, dealt
        dealt += "seat" not in move


def _standing(round_: Round) -> list[int]:
    """Every entry that this round has paid by and that was not reversed, what was covered for it included."""
    prefix = f"round:{round_.pk}:"
    entries = Entry.objects.filter(book=round_.table.book_id, key__startswith=prefix, reverses=None, reversed_by=None)
    paid = entries.filter(key__regex=r":(move:\d+|settle|cover)$")
    return list(paid.order_by("pk").values_list("pk", flat=True))


def _undone(entries: Sequence[int]) -> list[Transfer]:
    rows = Posted.objects.filter(entry__in=entries)
    return [Transfer(row.payee_id, row.payer_id, row.amount, row.reason) for row in rows]


def _changes(transfers: Sequence[Transfer]) -> Counter[int]:
    moved: Counter[int] = Counter()
    for transfer in transfers:
        moved[transfer.payer] -= transfer.amount
        moved[transfer.payee] += transfer.amount
    return moved


def _through_the_bank(round_: Round, moved: Mapping[int, int]) -> list[Transfer]:
    """If the office has passed on since, its gain or loss is that of whoever held it in this round. What stood beside a
    table that is closed by now is the house's.
    """
    table, gains = round_.table, list[tuple[int, int, Reason]]()
    if round_.term != table.term or table.closed_at is not None:
        owner = round_.holder.player.purse_id if round_.holder else _issue(round_)
        gains.append((table.bank_id, owner, Reason.FLOAT))
    if table.closed_at is not None:
        beside = accounts_of(table.pk)
        if Role.BOOKMAKER in beside:
            gains.append((beside[Role.BOOKMAKER], _issue(round_), Reason.FLOAT))
        if Role.CARRY_OVER in beside:
            swept_to = beside.get(Role.COMMISSION) or table.box_id
            assert swept_to is not None
            gains.append((beside[Role.CARRY_OVER], swept_to, Reason.CARRY_OVER))
    return [_handed(account, owner, moved[account], reason) for account, owner, reason in gains if moved.get(account)]


def _handed(account: int, owner: int, gain: int, reason: Reason) -> Transfer:
    return Transfer(account, owner, gain, reason) if gain > 0 else Transfer(owner, account, -gain, reason)


def _live(round_: Round) -> Round | None:
    return round_.table.rounds.filter(phase__in=LIVE).first()


def _promised(round_: Round) -> dict[int, int]:
    """What has to stay where it is for a round that is being played: stakes were accepted against the offices, and
    somebody counts on what was carried into its pool. What the bank has collected of them already is in it, and counted
    among what it will still take.
    """
    live = _live(round_)
    if live is None:
        return {}
    promised = {office_account(live, office): max(0, kept.worst) for office, kept in exposures_of(live).items()}
    promised[live.table.bank_id] = promised.get(live.table.bank_id, 0) + collected_in(live)
    if carried := sides_of(live).carried:
        promised[accounts_of(live.table_id)[Role.CARRY_OVER]] = carried
    return promised


def _short(moved: Mapping[int, int], promised: Mapping[int, int]) -> dict[int, int]:
    """Who does not hold what is to be given back, beside what is promised. An account without a floor never is."""
    floored = Account.objects.filter(pk__in=moved, kept__isnull=False).order_by("pk").values_list("pk", flat=True)
    held = balances.balances(floored)
    short = {account: promised.get(account, 0) - held[account] - moved[account] for account in held}
    return {account: missing for account, missing in short.items() if missing > 0}


def _issue(round_: Round) -> int:
    assert round_.table.session.issue_id is not None
    return round_.table.session.issue_id


def _finish(value: Value) -> tuple[Any, ...]:
    result = value.game.result(value.state)
    return tuple(finish_as_json(result.finish)) if result else ()
