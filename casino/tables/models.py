"""Tables and what happens at them. What any of it means is for the games to say; here it is only kept."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from casino.clubs.codes import ticket_code
from casino.clubs.models import NAME_LENGTH, NICKNAME_LENGTH, Player, Session
from games.kit.offices import Passing as Passed
from games.kit.round import Phase as Life
from ledger.models import Account, Entry

HASH_LENGTH = 64


class Table(models.Model):
    """A game running in the room."""

    class Passing(models.TextChoices):
        """How the next holder of the office is found, where it passes round."""

        LEFT = Passed.LEFT.value, _("to the left")
        CUT = Passed.CUT.value, _("they cut for it")
        CHOSEN = Passed.CHOSEN.value, _("staff choose")

    session = models.ForeignKey(Session, models.PROTECT, verbose_name=_("session"), related_name="tables")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    game = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("options"))  # what the next round starts from
    places = models.PositiveSmallIntegerField(_("places"))
    pace = models.DurationField(_("pace"))  # from one card or throw to the next
    staking_time = models.DurationField(_("staking time"), null=True)  # None: until the croupier calls the off
    turn_time = models.DurationField(_("time for a decision"))
    reveal_time = models.DurationField(_("time to reveal"))
    rest = models.DurationField(_("rest"), null=True)  # then the next round opens; None: when somebody opens it
    by_hand = models.BooleanField(_("dealt by hand"), default=False)
    passes_round = models.BooleanField(_("the office passes round"), default=False)
    passing = models.CharField(_("how it passes"), max_length=6, choices=Passing, default=Passing.LEFT)
    beside = models.JSONField(_("beside its own odds"), default=dict)  # a totalisator, a bookmaker: their terms
    least_bank = models.BigIntegerField(_("least bank"))
    house_float = models.BigIntegerField(_("float of the house"))
    bank = models.OneToOneField(Account, models.PROTECT, related_name="bank_of")
    # Where a game's own unit comes from, points or francs. None: it is played for counters, or no round was yet.
    box = models.OneToOneField(Account, models.PROTECT, null=True, related_name="box_of")
    # The office: who holds it, for how many settled rounds so far, and who was the last player to.
    holder = models.ForeignKey("Seat", models.PROTECT, null=True, verbose_name=_("holder"), related_name="+")
    last_holder = models.ForeignKey("Seat", models.PROTECT, null=True, related_name="+")
    served = models.PositiveIntegerField(default=0)
    term = models.PositiveIntegerField(default=1)
    opened_at = models.DateTimeField(_("opened"), db_default=Now())
    closed_at = models.DateTimeField(_("closed"), null=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = (
            UniqueConstraint(fields=["session", "name"], name="tables_table_name"),
            CheckConstraint(condition=Q(least_bank__gte=1, house_float__gte=0), name="tables_table_bank"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def book_id(self) -> int:
        """Of its session, which has been opened: without a book there are no tables."""
        assert self.session.book_id is not None
        return self.session.book_id


class TableAccount(models.Model):
    """An account of a table beside its bank: of a totalisator or a bookmaker opened on its races, or of its pot."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="accounts")
    role = models.CharField(max_length=20)
    account = models.OneToOneField(Account, models.PROTECT, related_name="beside")

    class Meta:
        constraints = (UniqueConstraint(fields=["table", "role"], name="tables_account_role"),)

    def __str__(self) -> str:
        return f"{self.table_id} {self.role}"


class PlannedTable(models.Model):
    """A table of a session that is not open yet. It is put into the room when the session opens."""

    session = models.ForeignKey(Session, models.PROTECT, verbose_name=_("session"), related_name="planned_tables")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    game = models.CharField(_("game"), max_length=40)
    settings = models.JSONField(_("settings"), default=dict)  # what `open_table` is told beside these
    table = models.OneToOneField(Table, models.PROTECT, null=True, editable=False, related_name="plan")

    class Meta:
        verbose_name = _("planned table")
        verbose_name_plural = _("planned tables")
        constraints = (UniqueConstraint(fields=["session", "name"], name="tables_planned_name"),)

    def __str__(self) -> str:
        return self.name


class Race(models.Model):
    """A line of the programme: what one round at a table is called, and who gave it."""

    planned = models.ForeignKey(PlannedTable, models.CASCADE, null=True, related_name="races")
    table = models.ForeignKey(Table, models.PROTECT, null=True, verbose_name=_("table"), related_name="races")
    place = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    sponsor = models.CharField(_("sponsor"), max_length=NAME_LENGTH, blank=True)
    round = models.OneToOneField("Round", models.PROTECT, null=True, editable=False, related_name="race")

    class Meta:
        verbose_name = _("race")
        verbose_name_plural = _("races")
        ordering = ("place", "pk")
        constraints = (
            CheckConstraint(
                condition=Q(planned__isnull=False, table=None) | Q(planned=None, table__isnull=False),
                name="tables_race_of_one",
            ),
        )

    def __str__(self) -> str:
        return f"{self.place}. {self.name}"


class Chain(models.Model):
    """The seeds of a table's rounds, each hashing to the one before. A new one begins when the old is used up."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="chains")
    number = models.PositiveIntegerField()
    anchor = models.CharField(max_length=HASH_LENGTH)
    last = models.CharField(max_length=HASH_LENGTH)  # secret
    length = models.PositiveIntegerField()

    class Meta:
        constraints = (UniqueConstraint(fields=["table", "number"], name="tables_chain_number"),)

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"

    @property
    def name(self) -> str:
        """How the table is called in transcripts of this chain: no two chains of the house have the same name."""
        return f"{self.table_id}.{self.number}"


class Seat(models.Model):
    """A player's place at a table. Who comes back finds the same row."""

    table = models.ForeignKey(Table, models.PROTECT, verbose_name=_("table"), related_name="seats")
    player = models.ForeignKey(Player, models.PROTECT, verbose_name=_("player"), related_name="seats")
    place = models.PositiveSmallIntegerField(_("place"))  # clockwise
    offer = models.BigIntegerField(_("bank offered"), null=True)  # None: does not want the office
    holding = models.OneToOneField(Account, models.PROTECT, null=True, related_name="holding_of")  # of the game's unit
    taken_at = models.DateTimeField(db_default=Now())
    left_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = (
            UniqueConstraint(fields=["table", "player"], name="tables_seat_player"),
            UniqueConstraint(fields=["table", "place"], condition=Q(left_at=None), name="tables_seat_place"),
        )

    def __str__(self) -> str:
        return f"{self.place}"


class Round(models.Model):
    """One play of the game. `due_at` is the truth about what happens when; messages only carry it."""

    class Phase(models.TextChoices):
        OPEN = Life.OPEN.value, _("open")
        RUNNING = Life.RUNNING.value, _("running")
        SETTLED = Life.SETTLED.value, _("settled")
        VOID = Life.VOID.value, _("void")

    table = models.ForeignKey(Table, models.PROTECT, verbose_name=_("table"), related_name="rounds")
    chain = models.ForeignKey(Chain, models.PROTECT, related_name="rounds")
    number = models.PositiveIntegerField(_("number"))  # in its chain
    phase = models.CharField(_("phase"), max_length=7, choices=Phase, default=Phase.OPEN)
    options = models.JSONField(_("options"))
    seats = models.JSONField(_("seats"))  # their names in this round, clockwise; fixed by the off
    seat_ids = models.JSONField()  # in the same order: a guest who is renamed keeps the old name in here
    holder = models.ForeignKey(Seat, models.PROTECT, null=True, verbose_name=_("holder"), related_name="+")
    office = models.CharField(_("office held by"), max_length=NICKNAME_LENGTH)  # the holder's name, or the house
    term = models.PositiveIntegerField()
    sides = models.JSONField(default=dict)  # what stands beside: the terms, prices made for it, what was carried
    cut = models.JSONField(_("cut for the office"), default=list)  # who cut which card, again until one was highest
    by_hand = models.BooleanField(_("dealt by hand"))
    step = models.PositiveIntegerField(default=0)  # grows with everything that is done in the round
    off_digest = models.CharField(max_length=HASH_LENGTH, blank=True)
    before = models.PositiveIntegerField(null=True)  # moves made before the off
    due_at = models.DateTimeField(_("due"), null=True)
    paused_at = models.DateTimeField(_("paused"), null=True)
    remaining = models.DurationField(null=True)  # until it will be due again, while it is paused
    retries = models.PositiveIntegerField(default=0)
    retry_at = models.DateTimeField(null=True)
    settlement = models.OneToOneField(Entry, models.PROTECT, null=True, related_name="settles", db_constraint=False)
    void_reason = models.TextField(_("reason"), blank=True)
    opened_at = models.DateTimeField(_("opened"), db_default=Now())
    off_at = models.DateTimeField(_("off"), null=True)
    ended_at = models.DateTimeField(_("ended"), null=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = (
            UniqueConstraint(fields=["chain", "number"], name="tables_round_number"),
            UniqueConstraint(fields=["table"], condition=Q(phase__in=["open", "running"]), name="tables_round_live"),
            CheckConstraint(
                condition=Q(phase__in=["open", "running"], ended_at=None)
                | Q(phase__in=["settled", "void"], ended_at__isnull=False),
                name="tables_round_life",
            ),
            CheckConstraint(condition=~Q(phase="void", void_reason=""), name="tables_round_void_reason"),
        )
        indexes = (models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="tables_round_due"),)

    def __str__(self) -> str:
        return f"{self.table}, {self.number}"

    @property
    def live(self) -> bool:
        return self.phase in {self.Phase.OPEN, self.Phase.RUNNING}

    @property
    def names(self) -> dict[int, str]:
        """What each seat is called in this round."""
        return dict(zip(self.seat_ids, self.seats, strict=True))

    def keep(self) -> None:
        """Save what changes after the opening. Options and seats do not, and can be as long as all the rest."""
        self.save(
            update_fields=[
                *("phase", "step", "off_digest", "before", "off_at", "sides"),
                *("due_at", "paused_at", "remaining", "retries", "retry_at"),
                *("settlement", "void_reason", "ended_at"),
            ]
        )


class Secret(models.Model):
    """What a round keeps to itself: its state, which may hold hands, and the seed it is dealt from."""

    round = models.OneToOneField(Round, models.PROTECT, primary_key=True, related_name="secret")
    state = models.JSONField()
    seed = models.CharField(max_length=HASH_LENGTH)
    key = models.CharField(max_length=HASH_LENGTH, blank=True)  # of all draws, once nothing can be revealed any more

    def __str__(self) -> str:
        return f"of {self.round_id}"


class Exposure(models.Model):
    """What each outcome of a round would cost an office that pays fixed odds."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="exposures")
    office = models.CharField(max_length=20)
    liabilities = models.JSONField()

    class Meta:
        constraints = (UniqueConstraint(fields=["round", "office"], name="tables_exposure_office"),)

    def __str__(self) -> str:
        return f"{self.round_id} {self.office}"


class Move(models.Model):
    """One step of a round, as it was written. Rows are only added: what was wrong is taken back by another."""

    class Kind(models.TextChoices):
        PLAYED = "played", _("played")
        TAKEN_BACK = "taken-back", _("took the last one back")
        CORRECTED = "corrected", _("corrected")

    round = models.ForeignKey(Round, models.PROTECT, related_name="moves")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.PLAYED)
    move = models.JSONField()  # of a correction: all moves that stand from now on
    owed = models.JSONField(default=list)  # what it pays, at a hand-dealt table: that waits until the next card
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False)
    by = models.JSONField()
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = (UniqueConstraint(fields=["round", "number"], name="tables_move_number"),)

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"


class Stake(models.Model):
    """What a seat has on one space. After a withdrawal it may be nothing."""

    round = models.ForeignKey(Round, models.PROTECT, verbose_name=_("round"), related_name="stakes")
    seat = models.ForeignKey(Seat, models.PROTECT, verbose_name=_("seat"), related_name="stakes")
    market = models.CharField(_("market"), max_length=40)
    selection = models.CharField(_("selection"), max_length=40)
    counters = models.BigIntegerField(_("counters"))

    class Meta:
        verbose_name = _("stake")
        verbose_name_plural = _("stakes")
        constraints = (
            UniqueConstraint(fields=["round", "seat", "market", "selection"], name="tables_stake_space"),
            CheckConstraint(condition=Q(counters__gte=0), name="tables_stake_counters"),
        )

    def __str__(self) -> str:
        return f"{self.counters}: {self.market} {self.selection}"


class Ticket(models.Model):
    """A stake made by staff for a guest without a phone. The paper is worth what the stake returns, once."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="tickets")
    number = models.PositiveIntegerField(_("number"))
    code = models.CharField(
        _("code"), max_length=10, default=ticket_code, unique=True
    )  # on the paper: nobody guesses it
    round = models.ForeignKey(Round, models.PROTECT, verbose_name=_("round"), related_name="tickets")
    seat = models.ForeignKey(Seat, models.PROTECT, verbose_name=_("seat"), related_name="tickets")
    market = models.CharField(_("market"), max_length=40)
    selection = models.CharField(_("selection"), max_length=40)
    counters = models.BigIntegerField(_("counters"))
    entry = models.OneToOneField(Entry, models.PROTECT, null=True, related_name="+", db_constraint=False)
    made_at = models.DateTimeField(db_default=Now())
    paid_at = models.DateTimeField(_("paid"), null=True)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True)

    class Meta:
        verbose_name = _("ticket")
        verbose_name_plural = _("tickets")
        constraints = (UniqueConstraint(fields=["session", "number"], name="tables_ticket_number"),)

    def __str__(self) -> str:
        return f"{self.number}"


class Commitment(models.Model):
    """A phone's promise of entropy for a round, and what it turned out to be."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="commitments")
    seat = models.ForeignKey(Seat, models.PROTECT, related_name="+")
    commitment = models.CharField(max_length=HASH_LENGTH)
    entropy = models.CharField(max_length=HASH_LENGTH, blank=True)

    class Meta:
        constraints = (UniqueConstraint(fields=["round", "seat"], name="tables_commitment_seat"),)

    def __str__(self) -> str:
        return f"{self.round_id} {self.seat_id}"
