-- Opening and closing. A posting locks the balances of accounts with a floor, and then holds PostgreSQL's ordinary lock on
-- ledger_entry until it is committed. Whoever closes takes both, in the same order and against writers: the balances, which
-- say whether an account is closed, and for those that have none the table, for a moment. So a closing sees every posting
-- that was under way, every later posting sees the closing, and postings pay nothing for it.


CREATE FUNCTION ledger_account_opening() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    book ledger_book;
BEGIN
    -- Every book is locked, and looked at afterwards: a condition in the same statement would choose which are.
    SELECT * INTO book FROM ledger_book WHERE id = NEW.book_id FOR SHARE;
    IF book.closed_at IS NOT NULL THEN
        PERFORM ledger_refuse('book_closed', jsonb_build_object('book', book.code));
    END IF;
    INSERT INTO ledger_balance (account_id, book_id, unit_id, floor, amount, closed)
    SELECT NEW.id, NEW.book_id, NEW.unit_id, floor, 0, false FROM ledger_role WHERE name = NEW.role AND floor IS NOT NULL;
    RETURN NULL;
END $$;

CREATE TRIGGER ledger_account_opening AFTER INSERT ON ledger_account
    FOR EACH ROW EXECUTE FUNCTION ledger_account_opening();
ALTER TABLE ledger_account ENABLE ALWAYS TRIGGER ledger_account_opening;


-- Only the closing of an account may be written, once, and only when what it must not keep has left it.
CREATE FUNCTION ledger_account_closing() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    held bigint;
BEGIN
    IF OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL
        OR (NEW.id, NEW.book_id, NEW.unit_id, NEW.role, NEW.code, NEW.opened_at)
            IS DISTINCT FROM (OLD.id, OLD.book_id, OLD.unit_id, OLD.role, OLD.code, OLD.opened_at)
    THEN
        PERFORM ledger_refuse('guarded', jsonb_build_object('table', TG_TABLE_NAME, 'act', TG_OP));
    END IF;
    UPDATE ledger_balance SET closed = true WHERE account_id = NEW.id;
    LOCK TABLE ledger_entry IN SHARE MODE;
    SELECT balance.amount INTO held
    FROM ledger_balance balance JOIN ledger_role role ON role.name = NEW.role AND role.must_end_empty
    WHERE balance.account_id = NEW.id AND balance.amount <> 0;
    IF FOUND THEN
        PERFORM ledger_refuse('not_empty', jsonb_build_object('account', NEW.code, 'held', held));
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER ledger_account_closing BEFORE UPDATE ON ledger_account
    FOR EACH ROW EXECUTE FUNCTION ledger_account_closing();
ALTER TABLE ledger_account ENABLE ALWAYS TRIGGER ledger_account_closing;


-- Closing a book closes its accounts; postings look at accounts only.
CREATE FUNCTION ledger_book_closing() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL
        OR (NEW.id, NEW.code, NEW.opened_at) IS DISTINCT FROM (OLD.id, OLD.code, OLD.opened_at)
    THEN
        PERFORM ledger_refuse('guarded', jsonb_build_object('table', TG_TABLE_NAME, 'act', TG_OP));
    END IF;
    PERFORM FROM ledger_balance WHERE book_id = NEW.id ORDER BY account_id FOR NO KEY UPDATE;
    LOCK TABLE ledger_entry IN SHARE MODE;
    UPDATE ledger_account SET closed_at = NEW.closed_at WHERE book_id = NEW.id AND closed_at IS NULL;
    RETURN NEW;
END $$;

CREATE TRIGGER ledger_book_closing BEFORE UPDATE ON ledger_book
    FOR EACH ROW EXECUTE FUNCTION ledger_book_closing();
ALTER TABLE ledger_book ENABLE ALWAYS TRIGGER ledger_book_closing;
