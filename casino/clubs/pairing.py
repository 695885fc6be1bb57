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
    if before := Pairing.objects.filter(digest=digest).first():
        return before, code
    pairing = Pairing.objects.create(
        session=session, kind=kind, label=label, digest=digest, expires_at=timezone.now() + LIFE
    )
    telling.tell(session.pk, "pairing_offered", telling.STAFF, device=kind, label=label, by=by)
    return pairing, code


def is_offered(code: str) -> bool:
    """Whether somebody has let in the device that shows this code."""
    return _good().filter(digest=codes.digest(code)).exists()


def _good() -> QuerySet[Pairing]:
    return Pairing.objects.filter(used_at=None, expires_at__gt=timezone.now())


@transaction.atomic
def pair(code: str) -> tuple[DeviceToken, str]:
    """The device that this code makes, and the secret it shows from now on."""
    pairing = _good().select_for_update(no_key=True).filter(digest=codes.digest(codes.as_typed(code))).first()
    if pairing is None:
        raise RuleBroken("unknown_pairing_code", "This code is not, or no longer, good for a device.")
    require_open(pairing.session)
    pairing.used_at = timezone.now()
    pairing.save(update_fields=["used_at"])
    secret = give_token(pairing.session, DeviceToken.Kind(pairing.kind), label=pairing.label)
    telling.tell(pairing.session_id, "device_paired", telling.STAFF, device=pairing.kind, label=pairing.label)
    return DeviceToken.objects.select_related("session").get(digest=codes.digest(secret)), secret


@transaction.atomic
def unpair(token: DeviceToken, *, by: Actor) -> None:
    """The device is a stranger from now on; to say it twice changes nothing."""
    if DeviceToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        telling.tell(token.session_id, "device_revoked", telling.STAFF, device=token.kind, label=token.label, by=by)
