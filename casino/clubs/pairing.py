"""A code becomes a device: one person makes it, a screen, a till or an auditor's tablet shows it once, and soon."""

from datetime import timedelta

from django.db import transaction
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
def offer_pairing(session: Session, *, kind: DeviceToken.Kind, label: str, by: Actor) -> tuple[Pairing, str]:
    """The pairing, and its code, which is told only now."""
    require_open(session)
    code = codes.recovery_code()
    pairing = Pairing.objects.create(
        session=session, kind=kind, label=label, digest=codes.digest(code), expires_at=timezone.now() + LIFE
    )
    telling.tell(session.pk, "pairing_offered", telling.STAFF, device=kind, label=label, by=by)
    return pairing, code


@transaction.atomic
def pair(code: str) -> tuple[DeviceToken, str]:
    """The device that this code makes, and the secret it shows from now on."""
    known = Pairing.objects.select_for_update(no_key=True).filter(digest=codes.digest(codes.as_typed(code)))
    pairing = known.filter(used_at=None, expires_at__gt=timezone.now()).first()
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
