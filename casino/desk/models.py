"""What the desk keeps beside the ledger: counts of what is really there, and prizes."""

from django.db import models
from django.db.models import CheckConstraint, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from casino.clubs.models import NAME_LENGTH, Player, Session
from ledger.models import Account, Entry


class Count(models.Model):
    """What somebody found in the till or in a bank, piece by piece, beside what the book says. Rows are only added."""

    session = models.ForeignKey(Session, models.PROTECT, verbose_name=_("session"), related_name="counts")
    account = models.ForeignKey(Account, models.PROTECT, verbose_name=_("account"), related_name="counts")
    pieces = models.JSONField(_("pieces"))  # how many of each worth; empty where only the sum was said
    counted = models.BigIntegerField(_("counted"))
    expected = models.BigIntegerField(_("expected"))
    reason = models.TextField(_("reason"), blank=True)  # of the difference
    entry = models.OneToOneField(Entry, models.PROTECT, null=True, related_name="+", db_constraint=False)
    by = models.JSONField()
    made_at = models.DateTimeField(_("made"), db_default=Now())

    class Meta:
        verbose_name = _("count")
        verbose_name_plural = _("counts")
        constraints = (
            CheckConstraint(
                condition=Q(counted=models.F("expected"), entry=None)
                | (~Q(counted=models.F("expected")) & ~Q(reason="") & Q(entry__isnull=False)),
                name="desk_count_difference",
            ),
        )

    def __str__(self) -> str:
        return f"{self.account}: {self.counted}"

    @property
    def difference(self) -> int:
        return self.counted - self.expected


class Prize(models.Model):
    """Something to be won: for the richest, for the best net result of the evening, or of one game."""

    class Place(models.TextChoices):
        FIRST = "first", _("first")
        SECOND = "second", _("second")
        CONSOLATION = "consolation", _("consolation")

    class Measure(models.TextChoices):
        RICHEST = "richest", _("the richest")
        NET = "net", _("the best net result")
        GAME = "game", _("the best net result in one game")

    session = models.ForeignKey(Session, models.PROTECT, verbose_name=_("session"), related_name="prizes")
    place = models.CharField(_("place"), max_length=11, choices=Place)
    measure = models.CharField(_("for"), max_length=7, choices=Measure, default=Measure.RICHEST)
    game = models.CharField(_("game"), max_length=40, blank=True)
    what = models.CharField(_("what"), max_length=NAME_LENGTH, blank=True)  # a bottle, a ham
    counters = models.PositiveBigIntegerField(_("counters"), default=0)
    money = models.PositiveBigIntegerField(_("money"), default=0)
    awarded_at = models.DateTimeField(_("awarded"), null=True)
    dropped_at = models.DateTimeField(_("dropped"), null=True)

    class Meta:
        verbose_name = _("prize")
        verbose_name_plural = _("prizes")
        constraints = (
            CheckConstraint(condition=~Q(counters=0, money=0, what=""), name="desk_prize_something"),
            CheckConstraint(
                condition=Q(measure="game") & ~Q(game="") | (~Q(measure="game") & Q(game="")), name="desk_prize_game"
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_place_display()}, {self.get_measure_display()}"


class Award(models.Model):
    """One winner's share of a prize, as it was handed over."""

    prize = models.ForeignKey(Prize, models.PROTECT, verbose_name=_("prize"), related_name="awards")
    player = models.ForeignKey(Player, models.PROTECT, verbose_name=_("player"), related_name="awards")
    score = models.BigIntegerField(_("score"))
    counters = models.PositiveBigIntegerField(_("counters"), default=0)
    money = models.PositiveBigIntegerField(_("money"), default=0)

    class Meta:
        verbose_name = _("award")
        verbose_name_plural = _("awards")
        constraints = (models.UniqueConstraint(fields=["prize", "player"], name="desk_award_once"),)

    def __str__(self) -> str:
        return f"{self.prize}: {self.player}"
