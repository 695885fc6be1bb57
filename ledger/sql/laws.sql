-- The laws that a table's own columns cannot state. A released file is not edited: a change is a new file, a new migration.

-- Law 1: payer, payee and entry are of the same book and unit, because no other row can be named.
ALTER TABLE ledger_transfer
    ADD CONSTRAINT ledger_transfer_entry FOREIGN KEY (entry_id, book_id)
        REFERENCES ledger_entry (id, book_id),
    ADD CONSTRAINT ledger_transfer_payer FOREIGN KEY (payer_id, book_id, unit_id)
        REFERENCES ledger_account (id, book_id, unit_id),
    ADD CONSTRAINT ledger_transfer_payee FOREIGN KEY (payee_id, book_id, unit_id)
        REFERENCES ledger_account (id, book_id, unit_id);
ALTER TABLE ledger_account
    ADD CONSTRAINT ledger_account_book FOREIGN KEY (book_id) REFERENCES ledger_book (id),
    ADD CONSTRAINT ledger_account_unit FOREIGN KEY (unit_id) REFERENCES ledger_unit (id),
    ADD CONSTRAINT ledger_account_role FOREIGN KEY (role) REFERENCES ledger_role (name);
ALTER TABLE ledger_balance
    ADD CONSTRAINT ledger_balance_account FOREIGN KEY (account_id, book_id, unit_id)
        REFERENCES ledger_account (id, book_id, unit_id);
ALTER TABLE ledger_entry
    ADD CONSTRAINT ledger_entry_reverses FOREIGN KEY (reverses_id, book_id) REFERENCES ledger_entry (id, book_id);

-- Balances change at every posting and nothing else does: room for the new version on the same page.
ALTER TABLE ledger_balance SET (fillfactor = 50);

CREATE INDEX ledger_entry_posted_at ON ledger_entry USING brin (posted_at);


-- Every refusal of the ledger has the SQLSTATE LEDGR and carries its code and facts for `ledger.errors`.
CREATE FUNCTION ledger_refuse(code text, facts jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING
        ERRCODE = 'LEDGR',
        MESSAGE = 'ledger: ' || code,
        DETAIL = (facts || jsonb_build_object('code', code))::text;
END $$;

CREATE FUNCTION ledger_guard() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ledger_refuse('guarded', jsonb_build_object('table', TG_TABLE_NAME, 'act', TG_OP));
    RETURN NULL;
END $$;


-- Law 2: what is written stays. Law 5: nothing is written but through the gate (posting.sql), which is a trigger; so
-- whoever writes from outside a trigger is refused. A condition, not a function: it costs a posting nothing.
-- ALWAYS: `session_replication_role` does not turn them off.
CREATE TRIGGER ledger_entry_through_the_gate BEFORE INSERT ON ledger_entry
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_guard();
CREATE TRIGGER ledger_entry_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard();
ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER ledger_entry_through_the_gate;
ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER ledger_entry_stays;

CREATE TRIGGER ledger_transfer_through_the_gate BEFORE INSERT ON ledger_transfer
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_guard();
CREATE TRIGGER ledger_transfer_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard();
ALTER TABLE ledger_transfer ENABLE ALWAYS TRIGGER ledger_transfer_through_the_gate;
ALTER TABLE ledger_transfer ENABLE ALWAYS TRIGGER ledger_transfer_stays;

CREATE TRIGGER ledger_balance_through_the_gate BEFORE INSERT OR UPDATE ON ledger_balance
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_guard();
CREATE TRIGGER ledger_balance_stays BEFORE DELETE OR TRUNCATE ON ledger_balance
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard();
ALTER TABLE ledger_balance ENABLE ALWAYS TRIGGER ledger_balance_through_the_gate;
ALTER TABLE ledger_balance ENABLE ALWAYS TRIGGER ledger_balance_stays;

-- What entries refer to stays as well. Of books and accounts only the closing may be written, once (closing.sql).
CREATE TRIGGER ledger_role_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_role
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard();
CREATE TRIGGER ledger_unit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_unit
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard();
CREATE TRIGGER ledger_book_stays BEFORE DELETE OR TRUNCATE ON ledger_book
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard();
CREATE TRIGGER ledger_account_stays BEFORE DELETE OR TRUNCATE ON ledger_account
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard();
ALTER TABLE ledger_role ENABLE ALWAYS TRIGGER ledger_role_stays;
ALTER TABLE ledger_unit ENABLE ALWAYS TRIGGER ledger_unit_stays;
ALTER TABLE ledger_book ENABLE ALWAYS TRIGGER ledger_book_stays;
ALTER TABLE ledger_account ENABLE ALWAYS TRIGGER ledger_account_stays;
