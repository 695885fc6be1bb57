"""What happened, and who may know. Rows are added and never changed, but for the number that readers give them."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Audience(models.TextChoices):
    PUBLIC = "public", _("everybody")
    SEAT = "seat", _("one player")
    STAFF = "staff", _("staff")


class Event(models.Model):
    # Whom it belongs to is said by number only: a foreign key would lock the session's row with every stake, and this
    # app, at the bottom of the house, knows of nothing above it.
    session_id = models.BigIntegerField()
    number = models.BigIntegerField(null=True)  # in its session; None until somebody has looked
    kind = models.CharField(max_length=40)
    audience = models.CharField(max_length=6, choices=Audience)
    player_id = models.BigIntegerField(null=True)  # whose seat
    table_id = models.BigIntegerField(null=True)
    round_id = models.BigIntegerField(null=True)
    body = models.JSONField()
    by = models.JSONField(null=True)  # who did it; for staff, whatever the audience: logins are nobody else's to know
    at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints = (
            UniqueConstraint(
                fields=["session_id", "number"], condition=Q(number__isnull=False), name="events_event_number"
            ),
            CheckConstraint(
                condition=Q(audience="seat", player_id__isnull=False) | ~Q(audience="seat"), name="events_event_seat"
            ),
        )
        indexes = (models.Index(fields=["session_id", "id"], condition=Q(number=None), name="events_event_unnumbered"),)

    def __str__(self) -> str:
        return f"{self.number or '–'} {self.kind}"
