-- What happened stays as it was written. A released file is not edited: a change is a new file, a new migration.

CREATE FUNCTION house_row_stays() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING
        ERRCODE = 'restrict_violation',
        MESSAGE = format('%s: rows are only added; %s is refused', TG_TABLE_NAME, TG_OP);
END $$;

-- Nothing here fires when a row is added: a stake costs what it did. Readers give a row its number, once and nothing
-- else; a condition, not a function, so that numbering calls none. ALWAYS: `session_replication_role` does not turn them off.
CREATE TRIGGER events_event_stays BEFORE DELETE OR TRUNCATE ON events_event
    FOR EACH STATEMENT EXECUTE FUNCTION house_row_stays();
CREATE TRIGGER events_event_numbered_once BEFORE UPDATE ON events_event
    FOR EACH ROW WHEN (
        OLD.number IS NOT NULL OR NEW.number IS NULL
        OR (NEW.id, NEW.session_id, NEW.kind, NEW.audience, NEW.player_id, NEW.table_id, NEW.round_id, NEW.body, NEW.by, NEW.at)
            IS DISTINCT FROM
            (OLD.id, OLD.session_id, OLD.kind, OLD.audience, OLD.player_id, OLD.table_id, OLD.round_id, OLD.body, OLD.by, OLD.at)
    ) EXECUTE FUNCTION house_row_stays();
ALTER TABLE events_event ENABLE ALWAYS TRIGGER events_event_stays;
ALTER TABLE events_event ENABLE ALWAYS TRIGGER events_event_numbered_once;
