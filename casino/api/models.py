"""What was answered to whom, so that the same question gets the same answer."""

from django.db import models
from django.db.models import UniqueConstraint
from django.db.models.functions import Now

KEY_LENGTH = 100


class Answer(models.Model):
    """The answer to one key of one caller. Until it is written the row is only a claim, in an open transaction."""

    caller = models.CharField(max_length=40)  # player:12, staff:3, till:5; never a token, which may be renewed
    key = models.CharField(max_length=KEY_LENGTH)
    question = models.CharField(max_length=64)  # a digest of what was asked
    status = models.PositiveSmallIntegerField(null=True)
    body = models.TextField(default="")
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = (UniqueConstraint(fields=["caller", "key"], name="api_answer_key"),)
        indexes = (models.Index(fields=["made_at"], name="api_answer_made"),)

    def __str__(self) -> str:
        return f"{self.caller} {self.key}"
