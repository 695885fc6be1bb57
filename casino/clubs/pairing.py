"""A code becomes a device: one person makes it, a screen, a till or an auditor's tablet shows it once, and soon."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from casino.clubs import codes
from casino.clubs.actors import Actor
from casino.clubs.joining import give_token
from casino.clubs.models import DeviceToken, Pairing, Session
from casino.clubs.sessions import require_open
from casino.events import telling
from games.kit.errors import RuleBroken

LIFE = timedelta(minutes=10)
PAIRED = (DeviceToken.Kind.SCREEN, DeviceToken.Kind.TILL, DeviceToken.Kind.AUDITOR)


@transaction.atomic
def offer_pairing(
    session: Session, *, kind: DeviceToken.Kind, label: str, by: Actor, code: str | None = None
) -> tuple[Pairing, str]:
    """The pairing, and its code, which is told only now; or for a device that shows a `code` of its own already. To let
    that in twice changes nothing.
    """
    require_open(session)
    code = code or codes.recovery_code()
    digest = codes.digest(code)
    if before := _good().filter(digest=digest).first():
        return before, code
    if Pairing.objects.filter(digest=digest).exclude(used_at=None).exists():
        raise _unknown()
    # A code that nobody used in time is still on its screen, and may be good again.
    terms = {"session": session, "kind": kind, "label": label, "expires_at": timezone.now() + LIFE}
    pairing, _ = Pairing.objects.update_or_create(digest=digest, defaults=terms)
    telling.tell(session.pk, "pairing_offered", telling.STAFF, device=kind, label=label, by=by)
    return pairing, code


def is_offered(code: str) -> bool:
    """Whether somebody has let in the device that shows this code."""
    return _good().filter(digest=codes.digest(code)).exists()


def _good() -> QuerySet[Pairing]:
    return Pairing.objects.filter(used_at=None, expires_at__gt=timezone.now())


@transaction.atomic
def pair(code: str, *, kind: DeviceToken.Kind | None = None) -> tuple[DeviceToken, str]:
    """The device that this code makes, and the secret it shows from now on. Who can only be of one `kind` leaves codes
    for others as they are.
    """
    pairing = _good().select_for_update(no_key=True).filter(digest=codes.digest(codes.as_typed(code))).first()
    if pairing is None or kind not in {None, pairing.kind}:
        raise _unknown()
    require_open(pairing.session)
    pairing.used_at = timezone.now()
    pairing.save(update_fields=["used_at"])
    secret = give_token(pairing.session, DeviceToken.Kind(pairing.kind), label=pairing.label)
    telling.tell(pairing.session_id, "device_paired", telling.STAFF, device=pairing.kind, label=pairing.label)
    return DeviceToken.objects.select_related("session").get(digest=codes.digest(secret)), secret


def _unknown() -> RuleBroken:
    return RuleBroken("unknown_pairing_code", "This code is not, or no longer, good for a device.")


@transaction.atomic
def unpair(token: DeviceToken, *, by: Actor) -> None:
    """The device is a stranger from now on; to say it twice changes nothing."""
    if DeviceToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        telling.tell(token.session_id, "device_revoked", telling.STAFF, device=token.kind, label=token.label, by=by)
