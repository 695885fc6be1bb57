"""Who, and when: clubs, their staff, the sessions they run and the guests in them."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from casino.desk.money import CURRENCIES
from ledger.models import Account, Book

NAME_LENGTH = 80
NICKNAME_LENGTH = 40
CODE_LENGTH = 12


class Club(models.Model):
    """The host. Everything else belongs to one."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH, unique=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name


class Staff(models.Model):
    """What a person with an account may do in a club."""

    class Part(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        CROUPIER = "croupier", _("croupier")
        AUDITOR = "auditor", _("auditor")

    club = models.ForeignKey(Club, models.PROTECT, verbose_name=_("club"), related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("user"), related_name="parts")
    part = models.CharField(_("part"), max_length=10, choices=Part)

    class Meta:
        verbose_name = _("member of staff")
        verbose_name_plural = _("staff")
        constraints = (UniqueConstraint(fields=["club", "user"], name="clubs_staff_once"),)

    def __str__(self) -> str:
        return f"{self.user}, {self.get_part_display()}"


class Session(models.Model):
    """One event of a club, from the first buy-in to the closed book."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    club = models.ForeignKey(Club, models.PROTECT, verbose_name=_("club"), related_name="sessions")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    state = models.CharField(_("state"), max_length=6, choices=State, default=State.DRAFT)
    code = models.CharField(_("join code"), max_length=CODE_LENGTH, unique=True, editable=False)
    language = models.CharField(_("language"), max_length=2, choices=settings.LANGUAGES, default="en")
    starting_counters = models.PositiveIntegerField(
        _("starting counters"), default=0, help_text=_("What every player is given on joining; 0 where all are sold.")
    )
    book = models.OneToOneField(
        Book, models.PROTECT, verbose_name=_("book"), null=True, editable=False, related_name="session"
    )
    issue = models.OneToOneField(Account, models.PROTECT, null=True, editable=False, related_name="+")
    # What counters cost: `price` in the currency's smallest coin for so many of them. Without a currency they are free.
    currency = models.CharField(
        _("currency"),
        max_length=3,
        blank=True,
        choices=[(code, code) for code in CURRENCIES],
        help_text=_("Empty: counters are free."),
    )
    price = models.PositiveIntegerField(_("price"), default=0)
    price_for = models.PositiveIntegerField(_("for so many counters"), default=1)
    buys_back = models.BooleanField(
        _("counters are bought back"),
        default=True,
        help_text=_("Money is given for counters that come back. Not where the law allows prizes only."),
    )
    # What charity law asks for. Nothing said: no limit.
    stake_cap = models.PositiveBigIntegerField(
        _("stake cap"), null=True, blank=True, help_text=_("The most counters that a player may stake in a round.")
    )
    prize_cap = models.PositiveBigIntegerField(
        _("prize cap"), null=True, blank=True, help_text=_("The most that a prize may be worth.")
    )
    hide_odds = models.BooleanField(
        _("odds are hidden"), default=False, help_text=_("Chances and dividends are told from the off on, not before.")
    )
    staff_play = models.BooleanField(_("staff may play"), default=True, help_text=_("Guests are told which it is."))
    good_cause = models.CharField(
        _("good cause"), max_length=200, blank=True, help_text=_("What the evening is for; on every sheet.")
    )
    leaderboard = models.BooleanField(_("leaderboard"), default=True, help_text=_("Everybody sees who has most."))
    message = models.CharField(_("message"), max_length=200, blank=True, editable=False)  # on the big screen now
    demo = models.BooleanField(_("demo"), default=False, editable=False)
    cleared_at = models.DateTimeField(null=True, editable=False)  # a demo nobody wants to see any longer
    epoch = models.UUIDField(default=uuid.uuid4, editable=False)  # of the numbers of its events: new after a restore
    made_at = models.DateTimeField(_("made"), db_default=Now(), editable=False)
    opened_at = models.DateTimeField(_("opened"), null=True, editable=False)
    closed_at = models.DateTimeField(_("closed"), null=True, editable=False)
    # The day its book is kept under, in the hall's time zone. An evening passes midnight; its accounts do not.
    accounting_date = models.DateField(_("accounting date"), null=True, editable=False)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        constraints = (
            CheckConstraint(
                condition=Q(state="draft", book=None, opened_at=None, closed_at=None)
                | Q(state="open", book__isnull=False, opened_at__isnull=False, closed_at=None)
                | Q(state="closed", book__isnull=False, opened_at__isnull=False, closed_at__isnull=False),
                name="clubs_session_life",
            ),
            CheckConstraint(
                condition=Q(currency="", price=0) | (~Q(currency="") & Q(price__gt=0)), name="clubs_session_price"
            ),
            CheckConstraint(condition=Q(price_for__gt=0), name="clubs_session_price_for"),
            CheckConstraint(
                condition=Q(opened_at=None, accounting_date=None)
                | Q(opened_at__isnull=False, accounting_date__isnull=False),
                name="clubs_session_accounting_date",
            ),
        )

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A guest in one session. No account, no address: a nickname, and a code to come back with on another phone."""

    session = models.ForeignKey(Session, models.PROTECT, verbose_name=_("session"), related_name="players")
    nickname = models.CharField(_("nickname"), max_length=NICKNAME_LENGTH)
    folded = models.CharField(max_length=3 * NICKNAME_LENGTH, editable=False)  # ADA and Ada are one name
    recovery = models.CharField(max_length=64, editable=False)  # a digest
    joined_with = models.CharField(max_length=64, null=True, editable=False)  # noqa: DJ001 - a digest; none are not equal
    automatic = models.BooleanField(_("plays by itself"), default=False)
    purse = models.OneToOneField(Account, models.PROTECT, editable=False, related_name="purse_of")
    stakes_account = models.OneToOneField(Account, models.PROTECT, editable=False, related_name="stakes_of")
    joined_at = models.DateTimeField(_("joined"), db_default=Now(), editable=False)
    removed_at = models.DateTimeField(_("removed"), null=True, editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = (
            UniqueConstraint(fields=["session", "folded"], name="clubs_player_nickname"),
            UniqueConstraint(fields=["session", "joined_with"], name="clubs_player_joined_once"),
        )

    def __str__(self) -> str:
        return self.nickname


class DeviceToken(models.Model):
    """A credential of one device in one session: a guest's phone, a screen, a till, an auditor's tablet."""

    class Kind(models.TextChoices):
        PLAYER = "player", _("player")
        SCREEN = "screen", _("screen")
        TILL = "till", _("till")
        AUDITOR = "auditor", _("auditor")

    session = models.ForeignKey(Session, models.PROTECT, verbose_name=_("session"), related_name="tokens")
    player = models.ForeignKey(Player, models.PROTECT, verbose_name=_("player"), null=True, related_name="tokens")
    kind = models.CharField(_("kind"), max_length=7, choices=Kind)
    digest = models.CharField(max_length=64, unique=True)
    label = models.CharField(_("label"), max_length=NAME_LENGTH, blank=True)
    made_at = models.DateTimeField(_("made"), db_default=Now())
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(_("revoked"), null=True)

    class Meta:
        verbose_name = _("device token")
        verbose_name_plural = _("device tokens")
        constraints = (
            CheckConstraint(
                condition=Q(kind="player", player__isnull=False) | (~Q(kind="player") & Q(player=None)),
                name="clubs_token_of_a_player",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.label}".rstrip()


class Pairing(models.Model):
    """A code that makes one device a screen, a till or an auditor's tablet, once and soon."""

    session = models.ForeignKey(Session, models.PROTECT, verbose_name=_("session"), related_name="pairings")
    kind = models.CharField(_("kind"), max_length=7, choices=DeviceToken.Kind)
    label = models.CharField(_("label"), max_length=NAME_LENGTH, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(_("made"), db_default=Now())
    expires_at = models.DateTimeField(_("expires"))
    used_at = models.DateTimeField(_("used"), null=True)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        constraints = (CheckConstraint(condition=~Q(kind="player"), name="clubs_pairing_of_no_player"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.label}".rstrip()


class StaffToken(models.Model):
    """What a script of a member of staff shows instead of a password. It may do what that person may."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("user"), related_name="tokens")
    label = models.CharField(_("label"), max_length=NAME_LENGTH, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(_("made"), db_default=Now())
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(_("revoked"), null=True)

    class Meta:
        verbose_name = _("staff token")
        verbose_name_plural = _("staff tokens")

    def __str__(self) -> str:
        return f"{self.user} {self.label}".rstrip()
