"""Answers are kept as long as a phone may still ask again: longer than its token lives."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from casino.api.models import Answer
from casino.clubs.joining import TOKEN_LIFE

KEPT_FOR = TOKEN_LIFE + timedelta(days=1)


@shared_task(name="casino.forget_answers")
def forget_answers() -> None:
    Answer.objects.filter(made_at__lt=timezone.now() - KEPT_FOR).delete()
