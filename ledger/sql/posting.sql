-- The gate: the one way into the books, in one round trip. It has two doors, both of them views that a row is inserted into:
-- `ledger_posting_one` for a single transfer, which is what a busy evening is made of, and `ledger_posting` for any number of
-- entries with any number of transfers each. They are views with triggers, and not functions, because only a trigger
-- can be told apart from everybody else, by pg_trigger_depth(); and so nothing has to read the transfers a second time.
CREATE VIEW ledger_posting_one AS
SELECT NULL::bigint AS book, NULL::text AS key, NULL::text AS memo,
       NULL::bigint AS payer, NULL::bigint AS payee, NULL::bigint AS amount, NULL::text AS reason,
       NULL::boolean AS in_transaction, NULL::bigint AS entry
WHERE false;

-- One element of keys, memos, reverses and sizes for each entry; one of the others for each transfer, in the order of the
-- entries, which have `sizes` of them each. A reversal names an entry and brings none. `entries` is the answer: their ids.
CREATE VIEW ledger_posting AS
SELECT NULL::bigint AS book, NULL::text[] AS keys, NULL::text[] AS memos, NULL::bigint[] AS reverses,
       NULL::integer[] AS sizes, NULL::bigint[] AS payers, NULL::bigint[] AS payees, NULL::bigint[] AS amounts,
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
CREATE FUNCTION ledger_explain_accounts(book bigint, payers bigint[], payees bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    wrong record;
BEGIN
    IF NOT EXISTS (SELECT FROM ledger_book WHERE id = book) THEN
        PERFORM ledger_refuse('unknown_book', jsonb_build_object('book', book));
    END IF;
    FOR wrong IN
        SELECT wanted.payer, wanted.payee, payer.code AS payer_code, payee.code AS payee_code, payer.unit_id AS payer_unit, payee.unit_id AS payee_unit,
               CASE WHEN payer.closed_at IS NOT NULL THEN payer.code
                    WHEN payee.closed_at IS NOT NULL THEN payee.code END AS closed
        FROM unnest(payers, payees) WITH ORDINALITY AS wanted (payer, payee, place)
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


-- One transfer. The balances are changed first, in id order, which locks them; only then are ids drawn, so that id order is
-- commit order for every account with a floor. Plain statements about single rows: they need no help to be planned well.
CREATE FUNCTION ledger_post_one() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    payer_unit bigint; -- of a payer that had a balance, and enough
    payee_unit bigint; -- of a payee that has a balance
BEGIN
    IF NEW.in_transaction THEN
        PERFORM ledger_only_call();
    END IF;

    IF NEW.payer < NEW.payee THEN
        UPDATE ledger_balance SET amount = amount - NEW.amount
        WHERE account_id = NEW.payer AND book_id = NEW.book AND NOT closed AND amount - NEW.amount >= floor
        RETURNING unit_id INTO payer_unit;
        UPDATE ledger_balance SET amount = amount + NEW.amount
        WHERE account_id = NEW.payee AND book_id = NEW.book AND NOT closed
        RETURNING unit_id INTO payee_unit;
    ELSE
        UPDATE ledger_balance SET amount = amount + NEW.amount
        WHERE account_id = NEW.payee AND book_id = NEW.book AND NOT closed
        RETURNING unit_id INTO payee_unit;
        UPDATE ledger_balance SET amount = amount - NEW.amount
        WHERE account_id = NEW.payer AND book_id = NEW.book AND NOT closed AND amount - NEW.amount >= floor
        RETURNING unit_id INTO payer_unit;
    END IF;

    INSERT INTO ledger_entry (book_id, key, size, memo, posted_at)
    VALUES (NEW.book, NEW.key, 1, NEW.memo, clock_timestamp())
    ON CONFLICT (book_id, key) DO NOTHING
    RETURNING id INTO NEW.entry;

    IF NEW.entry IS NULL THEN
        -- The key was used before: nothing is moved again.
        UPDATE ledger_balance SET amount = amount + NEW.amount WHERE account_id = NEW.payer AND payer_unit IS NOT NULL;
        UPDATE ledger_balance SET amount = amount - NEW.amount WHERE account_id = NEW.payee AND payee_unit IS NOT NULL;
        NEW.entry := ledger_first_entry(
            NEW.book, NEW.key, NEW.memo, NULL, ARRAY[NEW.payer], ARRAY[NEW.payee], ARRAY[NEW.amount], ARRAY[NEW.reason]
        );
    ELSIF payer_unit = payee_unit THEN
        INSERT INTO ledger_transfer (entry_id, position, book_id, unit_id, payer_id, payee_id, amount, reason)
        VALUES (NEW.entry, 1, NEW.book, payer_unit, NEW.payer, NEW.payee, NEW.amount, NEW.reason::ledger_reason);
    ELSE
        -- An account without a floor takes part, or something is wrong. Accounts are read under the lock on ledger_entry
        -- that its INSERT has taken, so that a closing is seen.
        INSERT INTO ledger_transfer (entry_id, position, book_id, unit_id, payer_id, payee_id, amount, reason)
        SELECT NEW.entry, 1, NEW.book, payer.unit_id, payer.id, payee.id, NEW.amount, NEW.reason::ledger_reason
        FROM ledger_account payer, ledger_account payee
        WHERE payer.id = NEW.payer AND payer.book_id = NEW.book AND payer.closed_at IS NULL
          AND payee.id = NEW.payee AND payee.book_id = NEW.book AND payee.closed_at IS NULL
          AND payee.unit_id = payer.unit_id;
        IF NOT FOUND THEN
            PERFORM ledger_explain_accounts(NEW.book, ARRAY[NEW.payer], ARRAY[NEW.payee]);
        ELSIF payer_unit IS NULL THEN
            -- The payer has no floor and no balance, or not enough.
            PERFORM ledger_explain_shortage(account_id, floor - (amount - NEW.amount))
            FROM ledger_balance WHERE account_id = NEW.payer;
        END IF;
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER ledger_post_one INSTEAD OF INSERT ON ledger_posting_one FOR EACH ROW EXECUTE FUNCTION ledger_post_one();


-- Any number of entries and transfers. Generic plans, because arrays of unknown length make PostgreSQL plan every call anew;
-- and nothing in them for a planner without statistics to go astray with: accounts are looked up by id, and only there.
CREATE FUNCTION ledger_post_many() RETURNS trigger
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_bitmapscan = off
SET jit = off
AS $$
DECLARE
    numbers integer[];   -- for each transfer: its entry's place in the call
    positions integer[]; -- and its own place in that entry
    touched bigint[];    -- the accounts
    changes bigint[];    -- and what the whole call comes to for each
    drawn bigint[];
    inserted bigint;
    sound bigint;
    units bigint[];
    short record;
BEGIN
    IF NEW.in_transaction THEN
        PERFORM ledger_only_call();
    END IF;
    IF array_remove(NEW.reverses, NULL) <> '{}' THEN
        NEW := ledger_with_reversals(NEW);
    END IF;
    SELECT array_agg(number ORDER BY number, position), array_agg(position ORDER BY number, position)
    INTO numbers, positions
    FROM unnest(NEW.sizes) WITH ORDINALITY AS entry (size, number), generate_series(1, entry.size) AS position;
    IF cardinality(NEW.payers) IS DISTINCT FROM cardinality(numbers) THEN
        PERFORM ledger_refuse('no_transfers', '{}');
    END IF;

    PERFORM ledger_refuse('unknown_reason', jsonb_build_object('reason', wanted))
    FROM (SELECT unnest(NEW.reasons) AS wanted EXCEPT SELECT unnest(enum_range(NULL::ledger_reason))::text) reason;

    -- The union of all accounts, in id order: two calls can wait for each other, never both. Ids are drawn afterwards.
    PERFORM FROM ledger_balance WHERE account_id = ANY (NEW.payers || NEW.payees) ORDER BY account_id FOR NO KEY UPDATE;

    SELECT array_agg(nextval('ledger_entry_id_seq')) INTO drawn FROM unnest(NEW.keys);
    INSERT INTO ledger_entry (id, book_id, key, size, reverses_id, memo, posted_at)
    SELECT id, NEW.book, key, size, reverses, memo, clock_timestamp()
    FROM unnest(drawn, NEW.keys, NEW.sizes, NEW.reverses, NEW.memos) AS entry (id, key, size, reverses, memo)
    ORDER BY key
    ON CONFLICT (book_id, key) DO NOTHING;
    GET DIAGNOSTICS inserted = ROW_COUNT;
    NEW.entries := drawn;
    IF inserted < cardinality(NEW.keys) THEN
        NEW.entries := ledger_first_entries(NEW, drawn, numbers);
        IF inserted = 0 THEN
            RETURN NEW;
        END IF;
        SELECT array_agg(number ORDER BY place), array_agg(position ORDER BY place), array_agg(payer ORDER BY place),
               array_agg(payee ORDER BY place), array_agg(amount ORDER BY place), array_agg(reason ORDER BY place)
        INTO numbers, positions, NEW.payers, NEW.payees, NEW.amounts, NEW.reasons
        FROM unnest(numbers, positions, NEW.payers, NEW.payees, NEW.amounts, NEW.reasons) WITH ORDINALITY
            AS wanted (number, position, payer, payee, amount, reason, place)
        WHERE NEW.entries[wanted.number] = drawn[wanted.number];
    END IF;

    SELECT array_agg(account_id), array_agg(amount) INTO touched, changes
    FROM (SELECT account_id, sum(amount)::bigint AS amount
          FROM (SELECT unnest(NEW.payers) AS account_id, -unnest(NEW.amounts) AS amount
                UNION ALL SELECT unnest(NEW.payees), unnest(NEW.amounts)) movement
          GROUP BY account_id) change;
    SELECT count(*), array_agg(DISTINCT unit_id) INTO sound, units
    FROM ledger_account WHERE id = ANY (touched) AND book_id IS NOT DISTINCT FROM NEW.book AND closed_at IS NULL;
    IF sound < cardinality(touched) THEN
        PERFORM ledger_explain_accounts(NEW.book, NEW.payers, NEW.payees);
    END IF;
    -- A settlement is of one unit. Where there are several, each transfer's is its payer's; that its payee's is the same is
    -- for the foreign keys to say, and for the explanation.
    IF cardinality(units) > 1 THEN
        PERFORM ledger_explain_accounts(NEW.book, NEW.payers, NEW.payees);
        SELECT array_agg(account.unit_id ORDER BY wanted.place) INTO units
        FROM unnest(NEW.payers) WITH ORDINALITY AS wanted (payer, place) JOIN ledger_account account ON account.id = wanted.payer;
    ELSE
        units := array_fill(units[1], ARRAY[cardinality(NEW.payers)]);
    END IF;
    INSERT INTO ledger_transfer (entry_id, position, book_id, unit_id, payer_id, payee_id, amount, reason)
    SELECT drawn[number], position, NEW.book, unit, payer, payee, amount, reason::ledger_reason
    FROM unnest(numbers, positions, units, NEW.payers, NEW.payees, NEW.amounts, NEW.reasons)
        AS wanted (number, position, unit, payer, payee, amount, reason);

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


-- The call with the transfers of its reversals filled in: those of the original, the other way round. Nobody can ask for others.
CREATE FUNCTION ledger_with_reversals(call ledger_posting) RETURNS ledger_posting
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ledger_refuse('unknown_entry', jsonb_build_object('entry', wanted.entry_id))
    FROM unnest(call.reverses) AS wanted (entry_id)
    WHERE wanted.entry_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM ledger_entry WHERE id = wanted.entry_id AND book_id = call.book);
    SELECT array_agg(payer ORDER BY number, position), array_agg(payee ORDER BY number, position),
           array_agg(amount ORDER BY number, position), array_agg(reason ORDER BY number, position)
    INTO call.payers, call.payees, call.amounts, call.reasons
    FROM (
        SELECT entry.number, wanted.place AS position, wanted.payer, wanted.payee, wanted.amount, wanted.reason
        FROM (SELECT number, size, sum(size) OVER (ORDER BY number) AS last
              FROM unnest(call.sizes) WITH ORDINALITY AS entry (size, number)) entry
        JOIN unnest(call.payers, call.payees, call.amounts, call.reasons) WITH ORDINALITY
            AS wanted (payer, payee, amount, reason, place) ON wanted.place > entry.last - entry.size AND wanted.place <= entry.last
        UNION ALL
        SELECT entry.number, original.position, original.payee_id, original.payer_id, original.amount, original.reason::text
        FROM unnest(call.reverses) WITH ORDINALITY AS entry (reverses, number)
        JOIN ledger_transfer original ON original.entry_id = entry.reverses
    ) transfer;
    SELECT array_agg(coalesce(original.size, entry.size) ORDER BY entry.number) INTO call.sizes
    FROM unnest(call.sizes, call.reverses) WITH ORDINALITY AS entry (size, reverses, number)
    LEFT JOIN ledger_entry original ON original.id = entry.reverses;
    RETURN call;
END $$;


-- The entries of a call, those that were posted before in place of those now drawn. What they say now is not posted again.
CREATE FUNCTION ledger_first_entries(call ledger_posting, drawn bigint[], numbers integer[]) RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
    asked record;
BEGIN
    FOR asked IN
        SELECT entry.number, entry.key, entry.memo, entry.reverses, array_agg(wanted.payer ORDER BY place) AS payers,
               array_agg(wanted.payee ORDER BY place) AS payees, array_agg(wanted.amount ORDER BY place) AS amounts,
               array_agg(wanted.reason ORDER BY place) AS reasons
        FROM unnest(drawn, call.keys, call.memos, call.reverses) WITH ORDINALITY AS entry (id, key, memo, reverses, number)
        JOIN unnest(numbers, call.payers, call.payees, call.amounts, call.reasons) WITH ORDINALITY
            AS wanted (number, payer, payee, amount, reason, place) ON wanted.number = entry.number
        WHERE NOT EXISTS (SELECT FROM ledger_entry WHERE id = entry.id)
        GROUP BY entry.number, entry.key, entry.memo, entry.reverses
    LOOP
        drawn[asked.number] := ledger_first_entry(
            call.book, asked.key, asked.memo, asked.reverses, asked.payers, asked.payees, asked.amounts, asked.reasons
        );
    END LOOP;
    RETURN drawn;
END $$;


CREATE TRIGGER ledger_post_many INSTEAD OF INSERT ON ledger_posting FOR EACH ROW EXECUTE FUNCTION ledger_post_many();
