"""What the admin noted stays as it was noted: who was given which part in a club stands nowhere else."""

from django.db import migrations

SQL = """
CREATE TRIGGER django_admin_log_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON django_admin_log
    FOR EACH STATEMENT EXECUTE FUNCTION house_row_stays();
ALTER TABLE django_admin_log ENABLE ALWAYS TRIGGER django_admin_log_stays;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_money_and_limits"),
        ("events", "0002_rows_stay"),
        ("admin", "0003_logentry_add_action_flag_choices"),
    ]

    operations = [migrations.RunSQL(SQL)]
