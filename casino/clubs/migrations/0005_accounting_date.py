from typing import Any

from django.db import migrations, models
from django.utils import timezone


def date_of_the_opening(apps: Any, _schema: Any) -> None:
    sessions = apps.get_model("clubs", "Session").objects.exclude(opened_at=None)
    for session in sessions.only("opened_at").iterator():
        sessions.filter(pk=session.pk).update(accounting_date=timezone.localdate(session.opened_at))


class Migration(migrations.Migration):
    dependencies = [("clubs", "0004_admin_log_stays")]

    operations = [
        migrations.AddField(
            model_name="session",
            name="accounting_date",
            field=models.DateField(editable=False, null=True, verbose_name="accounting date"),
        ),
        migrations.RunPython(date_of_the_opening, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.CheckConstraint(
                condition=models.Q(("accounting_date", None), ("opened_at", None))
                | models.Q(("accounting_date__isnull", False), ("opened_at__isnull", False)),
                name="clubs_session_accounting_date",
            ),
        ),
    ]
