-- The gate: the one way into the books, in one round trip. It has two doors, both of them views that a row is inserted into:
-- `ledger_posting_one` for a single transfer, which is what a busy evening is made of, and `ledger_posting` for any number of
-- entries with any number of transfers each. They are views with triggers, and not functions, because only a trigger
-- can be told apart from everybody else, by pg_trigger_depth(); and so nothing has to read the transfers a second time.
CREATE VIEW ledger_posting_one AS
SELECT NULL::bigint AS book, NULL::text AS key, NULL::text AS memo,
       NULL::bigint AS payer, NULL::bigint AS payee, NULL::bigint AS amount, NULL::text AS reason,
       NULL::boolean AS in_transaction, NULL::bigint AS entry
WHERE false;

-- One element of keys, memos and reverses for each entry; one of the others for each transfer, where `numbers` says to
-- which entry it belongs. `entries` is the answer: their ids.
CREATE VIEW ledger_posting AS
SELECT NULL::bigint AS book, NULL::text[] AS keys, NULL::text[] AS memos, NULL::bigint[] AS reverses,
       NULL::integer[] AS numbers, NULL::bigint[] AS payers, NULL::bigint[] AS payees, NULL::bigint[] AS amounts,
       NULL::text[] AS reasons, NULL::boolean AS in_transaction, NULL::bigint[] AS entries
WHERE false;


-- Two calls in one database transaction would each lock in order, and together not.
CREATE FUNCTION ledger_only_call() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('ledger.posted', true) = 'yes' THEN
        PERFORM ledger_refuse('second_posting', '{}');
    END IF;
    PERFORM set_config('ledger.posted', 'yes', true);
END $$;


-- Say why these transfers cannot be posted. Called only when fewer were written than asked for.
CREATE FUNCTION ledger_explain_accounts(
    book bigint, payers bigint[], payees bigint[], wanted_reasons text[]
) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    wrong record;
BEGIN
    FOR wrong IN
        SELECT wanted.payer, wanted.payee, wanted.reason,
               payer.code AS payer_code, payee.code AS payee_code, payer.unit_id AS payer_unit, payee.unit_id AS payee_unit,
               CASE WHEN payer.closed_at IS NOT NULL THEN payer.code
                    WHEN payee.closed_at IS NOT NULL THEN payee.code END AS closed
        FROM unnest(payers, payees, wanted_reasons) WITH ORDINALITY AS wanted (payer, payee, reason, place)
        LEFT JOIN ledger_account payer ON payer.id = wanted.payer AND payer.book_id = book
        LEFT JOIN ledger_account payee ON payee.id = wanted.payee AND payee.book_id = book
        ORDER BY wanted.place
    LOOP
        IF wrong.payer_code IS NULL OR wrong.payee_code IS NULL THEN
            PERFORM ledger_refuse('unknown_account', jsonb_build_object(
                'account', CASE WHEN wrong.payer_code IS NULL THEN wrong.payer ELSE wrong.payee END));
        ELSIF wrong.payer_unit <> wrong.payee_unit THEN
            PERFORM ledger_refuse('wrong_unit', jsonb_build_object(
                'payer', wrong.payer_code, 'payee', wrong.payee_code));
        ELSIF wrong.closed IS NOT NULL THEN
            PERFORM ledger_refuse('book_closed', jsonb_build_object('book', code))
            FROM ledger_book WHERE id = book AND closed_at IS NOT NULL;
            PERFORM ledger_refuse('account_closed', jsonb_build_object('account', wrong.closed));
        ELSIF NOT EXISTS (SELECT FROM ledger_reason WHERE name = wrong.reason) THEN
            PERFORM ledger_refuse('unknown_reason', jsonb_build_object('reason', wrong.reason));
        END IF;
    END LOOP;
END $$;


CREATE FUNCTION ledger_explain_shortage(account bigint, missing bigint) RETURNS void
LANGUAGE sql AS $$
    SELECT ledger_refuse('insufficient_counters', jsonb_build_object('account', code, 'missing', missing))
    FROM ledger_account WHERE id = account
$$;


-- The entry that a key was first used for, if it said the same.
CREATE FUNCTION ledger_first_entry(
    book bigint, wanted_key text, wanted_memo text, wanted_reverses bigint,
    payers bigint[], payees bigint[], amounts bigint[], reasons text[]
) RETURNS bigint
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
    first ledger_entry;
    said text;
    says text;
BEGIN
    SELECT * INTO STRICT first FROM ledger_entry WHERE book_id = book AND key = wanted_key;
    SELECT string_agg(concat_ws(' ', payer_id, payee_id, amount, reason), ',' ORDER BY position) INTO said
    FROM ledger_transfer WHERE entry_id = first.id;
    SELECT string_agg(concat_ws(' ', payer, payee, amount, reason), ',' ORDER BY place) INTO says
    FROM unnest(payers, payees, amounts, reasons) WITH ORDINALITY AS wanted (payer, payee, amount, reason, place);
    IF said IS DISTINCT FROM says OR first.memo <> wanted_memo OR first.reverses_id IS DISTINCT FROM wanted_reverses THEN
        PERFORM ledger_refuse('key_reused', jsonb_build_object('key', wanted_key));
    END IF;
    RETURN first.id;
END $$;


-- One transfer, in two statements. The first changes both balances and so locks them, in id order: an index scan over
-- two keys goes by the index, and the other scans are off. Only then are ids drawn, in the second, so that id order is commit
-- order for every account with a floor.
CREATE FUNCTION ledger_post_one() RETURNS trigger
LANGUAGE plpgsql
SET enable_seqscan = off
SET enable_bitmapscan = off
AS $$
DECLARE
    paid boolean;
BEGIN
    IF NEW.in_transaction THEN
        PERFORM ledger_only_call();
    END IF;

    WITH changed AS (
        UPDATE ledger_balance
        SET amount = amount + CASE account_id WHEN NEW.payer THEN -NEW.amount ELSE NEW.amount END
        WHERE account_id IN (NEW.payer, NEW.payee) AND (account_id = NEW.payee OR amount - NEW.amount >= floor)
        RETURNING account_id
    )
    SELECT bool_or(account_id = NEW.payer) INTO paid FROM changed;

    WITH entry AS (
        INSERT INTO ledger_entry (book_id, key, size, memo, posted_at)
        VALUES (NEW.book, NEW.key, 1, NEW.memo, clock_timestamp())
        ON CONFLICT (book_id, key) DO NOTHING
        RETURNING id
    )
    INSERT INTO ledger_transfer (entry_id, position, book_id, unit_id, payer_id, payee_id, amount, reason)
    SELECT entry.id, 1, NEW.book, payer.unit_id, payer.id, payee.id, NEW.amount, reason.name
    FROM entry, ledger_account payer, ledger_account payee, ledger_reason reason
    WHERE payer.id = NEW.payer AND payer.book_id = NEW.book AND payer.closed_at IS NULL
      AND payee.id = NEW.payee AND payee.book_id = NEW.book AND payee.closed_at IS NULL
      AND payee.unit_id = payer.unit_id
      AND reason.name = NEW.reason
    RETURNING entry_id INTO NEW.entry;

    IF NEW.entry IS NULL THEN
        -- Either the key was used before, and its entry has transfers; or the one just made has none.
        IF NOT EXISTS (
            SELECT FROM ledger_entry entry JOIN ledger_transfer ON entry_id = entry.id
            WHERE entry.book_id = NEW.book AND key = NEW.key
        ) THEN
            PERFORM ledger_explain_accounts(NEW.book, ARRAY[NEW.payer], ARRAY[NEW.payee], ARRAY[NEW.reason]);
        END IF;
        UPDATE ledger_balance
        SET amount = amount - CASE account_id WHEN NEW.payer THEN -NEW.amount ELSE NEW.amount END
        WHERE account_id IN (NEW.payer, NEW.payee) AND (account_id = NEW.payee OR paid);
        NEW.entry := ledger_first_entry(
            NEW.book, NEW.key, NEW.memo, NULL, ARRAY[NEW.payer], ARRAY[NEW.payee], ARRAY[NEW.amount], ARRAY[NEW.reason]
        );
    ELSIF paid IS NOT TRUE THEN
        -- The payer has no floor and no balance, or not enough.
        PERFORM ledger_explain_shortage(account_id, floor - (amount - NEW.amount))
        FROM ledger_balance WHERE account_id = NEW.payer;
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER ledger_post_one INSTEAD OF INSERT ON ledger_posting_one FOR EACH ROW EXECUTE FUNCTION ledger_post_one();


-- Any number of entries and transfers. Generic plans, because arrays of unknown length make PostgreSQL plan every call anew.
CREATE FUNCTION ledger_post_many() RETURNS trigger
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
    drawn bigint[];
    inserted bigint;
    touched bigint[];
    changes bigint[];
    short record;
    asked record;
BEGIN
    IF NEW.in_transaction THEN
        PERFORM ledger_only_call();
    END IF;

    IF array_remove(NEW.reverses, NULL) <> '{}' THEN
        -- A reversal's transfers are its original's, the other way round; nobody can ask for others.
        PERFORM ledger_refuse('unknown_entry', jsonb_build_object('entry', wanted.entry_id))
        FROM unnest(NEW.reverses) AS wanted (entry_id)
        WHERE wanted.entry_id IS NOT NULL
          AND NOT EXISTS (SELECT FROM ledger_entry WHERE id = wanted.entry_id AND book_id = NEW.book);
        SELECT NEW.numbers || array_agg(wanted.number::integer ORDER BY wanted.number, original.position),
               NEW.payers || array_agg(original.payee_id ORDER BY wanted.number, original.position),
               NEW.payees || array_agg(original.payer_id ORDER BY wanted.number, original.position),
               NEW.amounts || array_agg(original.amount ORDER BY wanted.number, original.position),
               NEW.reasons || array_agg(original.reason::text ORDER BY wanted.number, original.position)
        INTO NEW.numbers, NEW.payers, NEW.payees, NEW.amounts, NEW.reasons
        FROM unnest(NEW.reverses) WITH ORDINALITY AS wanted (entry_id, number)
        JOIN ledger_transfer original ON original.entry_id = wanted.entry_id;
    END IF;

    -- The union of all accounts, in id order: two calls can wait for each other, never both. Ids are drawn afterwards.
    PERFORM FROM ledger_balance WHERE account_id = ANY (NEW.payers || NEW.payees) ORDER BY account_id FOR NO KEY UPDATE;

    SELECT array_agg(nextval('ledger_entry_id_seq')) INTO drawn FROM unnest(NEW.keys);
    INSERT INTO ledger_entry (id, book_id, key, size, reverses_id, memo, posted_at)
    SELECT drawn[wanted.number], NEW.book, wanted.key, content.size, wanted.reverses, wanted.memo, clock_timestamp()
    FROM unnest(NEW.keys, NEW.memos, NEW.reverses) WITH ORDINALITY AS wanted (key, memo, reverses, number)
    LEFT JOIN (SELECT number, count(*) AS size FROM unnest(NEW.numbers) AS number GROUP BY number) content USING (number)
    ORDER BY wanted.key
    ON CONFLICT (book_id, key) DO NOTHING;
    GET DIAGNOSTICS inserted = ROW_COUNT;
    NEW.entries := drawn;

    IF inserted < cardinality(NEW.keys) THEN
        -- Some keys were used before. What they say now is not posted again.
        FOR asked IN
            SELECT wanted.number, wanted.key, wanted.memo, wanted.reverses,
                   array_agg(content.payer ORDER BY content.place) AS payers,
                   array_agg(content.payee ORDER BY content.place) AS payees,
                   array_agg(content.amount ORDER BY content.place) AS amounts,
                   array_agg(content.reason ORDER BY content.place) AS reasons
            FROM unnest(NEW.keys, NEW.memos, NEW.reverses) WITH ORDINALITY AS wanted (key, memo, reverses, number)
            JOIN unnest(NEW.numbers, NEW.payers, NEW.payees, NEW.amounts, NEW.reasons) WITH ORDINALITY
                AS content (number, payer, payee, amount, reason, place) USING (number)
            WHERE NOT EXISTS (SELECT FROM ledger_entry WHERE id = drawn[wanted.number])
            GROUP BY wanted.number, wanted.key, wanted.memo, wanted.reverses
        LOOP
            NEW.entries[asked.number] := ledger_first_entry(
                NEW.book, asked.key, asked.memo, asked.reverses, asked.payers, asked.payees, asked.amounts, asked.reasons
            );
        END LOOP;
        IF inserted = 0 THEN
            RETURN NEW;
        END IF;
        SELECT array_agg(number ORDER BY place), array_agg(payer ORDER BY place), array_agg(payee ORDER BY place),
               array_agg(amount ORDER BY place), array_agg(reason ORDER BY place)
        INTO NEW.numbers, NEW.payers, NEW.payees, NEW.amounts, NEW.reasons
        FROM unnest(NEW.numbers, NEW.payers, NEW.payees, NEW.amounts, NEW.reasons) WITH ORDINALITY
            AS wanted (number, payer, payee, amount, reason, place)
        WHERE NEW.entries[wanted.number] = drawn[wanted.number];
    END IF;

    INSERT INTO ledger_transfer (entry_id, position, book_id, unit_id, payer_id, payee_id, amount, reason)
    SELECT drawn[wanted.number], row_number() OVER (PARTITION BY wanted.number ORDER BY wanted.place), NEW.book,
           payer.unit_id, payer.id, payee.id, wanted.amount, reason.name
    FROM unnest(NEW.numbers, NEW.payers, NEW.payees, NEW.amounts, NEW.reasons) WITH ORDINALITY
        AS wanted (number, payer, payee, amount, reason, place)
    JOIN ledger_account payer ON payer.id = wanted.payer AND payer.book_id = NEW.book AND payer.closed_at IS NULL
    JOIN ledger_account payee ON payee.id = wanted.payee AND payee.book_id = NEW.book AND payee.closed_at IS NULL
        AND payee.unit_id = payer.unit_id
    JOIN ledger_reason reason ON reason.name = wanted.reason
    ORDER BY wanted.number, wanted.place;
    GET DIAGNOSTICS inserted = ROW_COUNT;
    IF inserted < cardinality(NEW.payers) THEN
        PERFORM ledger_explain_accounts(NEW.book, NEW.payers, NEW.payees, NEW.reasons);
    END IF;

    SELECT array_agg(account_id), array_agg(amount) INTO touched, changes
    FROM (SELECT account_id, sum(amount)::bigint AS amount
          FROM (SELECT unnest(NEW.payers) AS account_id, -unnest(NEW.amounts) AS amount
                UNION ALL SELECT unnest(NEW.payees), unnest(NEW.amounts)) movement
          GROUP BY account_id) change;
    SELECT account_id, floor - (kept.amount + change.amount) AS missing INTO short
    FROM unnest(touched, changes) AS change (account_id, amount) JOIN ledger_balance kept USING (account_id)
    WHERE kept.amount + change.amount < floor
    ORDER BY account_id LIMIT 1;
    IF FOUND THEN
        PERFORM ledger_explain_shortage(short.account_id, short.missing);
    END IF;
    UPDATE ledger_balance kept SET amount = kept.amount + change.amount
    FROM unnest(touched, changes) AS change (account_id, amount)
    WHERE kept.account_id = change.account_id;
    RETURN NEW;
END $$;

CREATE TRIGGER ledger_post_many INSTEAD OF INSERT ON ledger_posting FOR EACH ROW EXECUTE FUNCTION ledger_post_many();
