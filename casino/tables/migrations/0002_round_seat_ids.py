from django.db import migrations, models

# Until now guests kept their names, so the seat of each name can be found.
FILL = """
    UPDATE tables_round SET seat_ids = coalesce((
        SELECT jsonb_agg(seat.id ORDER BY named.place)
        FROM jsonb_array_elements_text(tables_round.seats) WITH ORDINALITY named (nickname, place)
        JOIN tables_seat seat ON seat.table_id = tables_round.table_id
        JOIN clubs_player player ON player.id = seat.player_id AND player.nickname = named.nickname
    ), '[]')
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial"), ("clubs", "0001_initial")]

    operations = [
        migrations.AddField("round", "seat_ids", models.JSONField(default=list), preserve_default=False),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
