from django.db import migrations

# Who owns horses stood in the state of a race itself, and is now what any game has where players enter.
MOVE = """
    UPDATE tables_secret SET state = (state - ARRAY['places', 'by_entry', 'ante', 'owners']) || jsonb_build_object(
        'entries', jsonb_build_object(
            'places', state->'places',
            'by_entry', state->'by_entry',
            'ante', state->'ante',
            'names', state->'owners'
        )
    )
    FROM tables_round round JOIN tables_table played_at ON played_at.id = round.table_id
    WHERE round.id = tables_secret.round_id AND played_at.game = 'derby' AND state ? 'owners'
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0005_beside")]

    operations = [migrations.RunSQL(MOVE, migrations.RunSQL.noop)]
