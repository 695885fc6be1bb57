"""Guests come in: by the session's code, with a nickname; and come back, with the code they were given."""

from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from casino.clubs import codes
from casino.clubs.actors import HOUSE, Actor, guest
from casino.clubs.models import NICKNAME_LENGTH, DeviceToken, Player, Session
from casino.clubs.sessions import require_open
from casino.desk.accounts import Reason, Role
from casino.events import telling
from games.kit.errors import RuleBroken
from games.kit.game import proper_name
from games.kit.offices import NOT_SEATS
from ledger import books, errors, posting
from ledger.models import Account

TOKEN_LIFE = timedelta(days=2)  # an evening that ends after midnight, and a morning to look at the receipts
SCREEN_LIFE = timedelta(days=30)  # nobody stands beside it to log in again; staff let it out, or the session ends


@dataclass(frozen=True)
class Joined:
    """A player, and the two secrets that only the guest keeps: of this device, and to come back with."""

    player: Player
    token: str
    recovery: str


def find_session(code: str) -> Session:
    """The session that a guest means."""
    session = Session.objects.filter(code=codes.as_typed(code)).first() if isinstance(code, str) else None
    if session is None:
        raise RuleBroken("unknown_code", "There is no session with this code.")
    require_open(session)
    return session


@transaction.atomic
def join(
    *, code: str, nickname: str, secret: str | None = None, automatic: bool = False, by: Actor | None = None
) -> Joined:
    """A new player with a purse. Who was given a phone's worth of nothing else gets the session's starting counters.

    A phone that did not hear the answer asks again with the `secret` it made: it finds the same player, under whatever
    name, with a new token and the same code to come back with.
    """
    session = find_session(code)
    if again := _joined_before(session, secret):
        return again
    nickname = _nickname(nickname)
    recovery = codes.recovery_code() if secret is None else codes.recovery_code_for(session.code, secret)
    try:
        player = _make_player(session, nickname, recovery, secret, automatic=automatic)
    except RuleBroken:
        if again := _joined_before(session, secret):  # the same phone was quicker
            return again
        raise
    telling.tell(session.pk, "player_joined", player=player.nickname, by=by or guest(player))
    if session.starting_counters:
        assert session.book_id is not None
        assert session.issue_id is not None
        given = posting.Transfer(session.issue_id, player.purse_id, session.starting_counters, Reason.BUY_IN)
        posting.post(book=session.book_id, key=f"start:{player.pk}", transfers=[given])
        telling.tell(
            session.pk,
            "bought_in",
            telling.SEAT,
            of=player.pk,
            counters=session.starting_counters,
            money=0,
            by=by or HOUSE,
        )
    return Joined(player, give_token(session, DeviceToken.Kind.PLAYER, player=player), recovery)


def _joined_before(session: Session, secret: str | None) -> Joined | None:
    if secret is None:
        return None
    # Locked, so that of two who ask at once one phone is left, and who is shown out meanwhile stays out.
    player = session.players.select_for_update(no_key=True).filter(joined_with=codes.digest(secret)).first()
    if player is None:
        return None
    return Joined(player, _new_phone(player), codes.recovery_code_for(session.code, secret))


@transaction.atomic
def come_back(*, code: str, recovery: str) -> Joined:
    """The same player on another phone. The phones before it are shown the door."""
    session = find_session(code)
    typed = codes.as_typed(recovery) if isinstance(recovery, str) else ""
    player = session.players.select_for_update(no_key=True).filter(recovery=codes.digest(typed)).first()
    if player is None:
        raise RuleBroken("unknown_recovery_code", "Nobody in this session was given this code.")
    player.joined_with = None  # what the old phone joined with does not bring it back
    player.save(update_fields=["joined_with"])
    return Joined(player, _new_phone(player), typed)


@transaction.atomic
def reissue(player: Player, *, by: Actor) -> str:
    """A new code to come back with. The old one, and every phone there was, is worth nothing from now on."""
    recovery = codes.recovery_code()
    player.recovery, player.joined_with, player.removed_at = codes.digest(recovery), None, None
    player.save(update_fields=["recovery", "joined_with", "removed_at"])
    show_out(player)
    telling.tell(player.session_id, "code_reissued", telling.STAFF, of=player.pk, player=player.nickname, by=by)
    return recovery


@transaction.atomic
def rename(player: Player, *, nickname: str, by: Actor) -> Player:
    """Another nickname. Rounds that were or are being played keep the old one, and so do the accounts in the book."""
    before, player.nickname, player.folded = player.nickname, _nickname(nickname), nickname.casefold()
    if _is_of_another(player):
        raise _taken(nickname)
    try:
        with transaction.atomic():
            player.save(update_fields=["nickname", "folded"])
    except IntegrityError:
        raise _taken(nickname) from None
    telling.tell(player.session_id, "player_renamed", player=player.nickname, before=before, by=by)
    return player


def _is_of_another(player: Player) -> bool:
    """Whether somebody else came under this name: accounts keep the name they were opened with."""
    code = f"{Role.PURSE}:{player.nickname}"
    return Account.objects.filter(book=player.session.book_id, code=code).exclude(pk=player.purse_id).exists()


def show_out(player: Player) -> None:
    """Every phone of this player is a stranger from now on."""
    player.tokens.filter(revoked_at=None).update(revoked_at=timezone.now())


def _new_phone(player: Player) -> str:
    show_out(player)
    return give_token(player.session, DeviceToken.Kind.PLAYER, player=player)


def give_token(session: Session, kind: DeviceToken.Kind, *, player: Player | None = None, label: str = "") -> str:
    """The secret of a new device. Only its digest is kept."""
    secret = codes.token()
    DeviceToken.objects.create(
        session=session,
        player=player,
        kind=kind,
        label=label,
        digest=codes.digest(secret),
        expires_at=timezone.now() + (SCREEN_LIFE if kind == DeviceToken.Kind.SCREEN else TOKEN_LIFE),
    )
    return secret


def find_token(secret: str) -> DeviceToken:
    """The device that holds this secret."""
    found = DeviceToken.objects.select_related("session", "player").filter(digest=codes.digest(secret)).first()
    if found is None or found.revoked_at is not None or found.expires_at <= timezone.now():
        raise RuleBroken("bad_token", "This device is not, or no longer, known here.")
    return found


def _nickname(text: object) -> str:
    if not isinstance(text, str) or not proper_name(text) or len(text) > NICKNAME_LENGTH:
        raise RuleBroken(
            "bad_nickname",
            "A nickname is 1 to %(most)s characters that can all be seen, without blanks at its ends.",
            most=NICKNAME_LENGTH,
        )
    if text.casefold() in NOT_SEATS:
        raise _taken(text)
    return text


def _taken(nickname: str) -> RuleBroken:
    return RuleBroken("nickname_taken", "%(nickname)s is taken. Choose another.", nickname=nickname)


def _make_player(session: Session, nickname: str, recovery: str, secret: str | None, *, automatic: bool) -> Player:
    assert session.book_id is not None
    assert session.issue is not None
    try:
        with transaction.atomic():
            purse, stakes = (
                books.open_account(
                    book=session.book_id, unit=session.issue.unit_id, role=role, code=f"{role}:{nickname}"
                )
                for role in (Role.PURSE, Role.STAKES)
            )
            return Player.objects.create(
                session=session,
                nickname=nickname,
                folded=nickname.casefold(),
                recovery=codes.digest(recovery),
                joined_with=None if secret is None else codes.digest(secret),
                automatic=automatic,
                purse=purse,
                stakes_account=stakes,
            )
    except (IntegrityError, errors.CodeTaken):
        raise _taken(nickname) from None
