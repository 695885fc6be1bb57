"""The laws as PostgreSQL must report them: what `verify_ledger` expects to find, enabled and valid.

Written out, and not read from the migrations, so that a law that is lost on the way is missed.
"""

import re
from pathlib import Path

SQL = Path(__file__).resolve().parent / "sql"

# ENABLE ALWAYS: they fire whatever session_replication_role says.
TRIGGERS = {
    "ledger_account_closing": "BEFORE UPDATE ON ledger_account FOR EACH ROW EXECUTE FUNCTION ledger_account_closing()",
    "ledger_account_opening": "AFTER INSERT ON ledger_account FOR EACH ROW EXECUTE FUNCTION ledger_account_opening()",
    "ledger_account_stays": (
        "BEFORE DELETE OR TRUNCATE ON ledger_account FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard()"
    ),
    "ledger_balance_stays": (
        "BEFORE DELETE OR TRUNCATE ON ledger_balance FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard()"
    ),
    "ledger_balance_through_the_gate": (
        "BEFORE INSERT OR UPDATE ON ledger_balance FOR EACH STATEMENT WHEN "
        "((pg_trigger_depth() = 0)) EXECUTE FUNCTION ledger_guard()"
    ),
    "ledger_book_closing": "BEFORE UPDATE ON ledger_book FOR EACH ROW EXECUTE FUNCTION ledger_book_closing()",
    "ledger_book_stays": "BEFORE DELETE OR TRUNCATE ON ledger_book FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard()",
    "ledger_entry_stays": (
        "BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard()"
    ),
    "ledger_entry_through_the_gate": (
        "BEFORE INSERT ON ledger_entry FOR EACH STATEMENT WHEN ((pg_trigger_depth() "
        "= 0)) EXECUTE FUNCTION ledger_guard()"
    ),
    "ledger_role_stays": (
        "BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_role FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard()"
    ),
    "ledger_transfer_stays": (
        "BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard()"
    ),
    "ledger_transfer_through_the_gate": (
        "BEFORE INSERT ON ledger_transfer FOR EACH STATEMENT WHEN ((pg_trigger_depth() "
        "= 0)) EXECUTE FUNCTION ledger_guard()"
    ),
    "ledger_unit_stays": (
        "BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_unit FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard()"
    ),
}
# A view's trigger knows no ALWAYS; without it nothing can be posted at all.
DOORS = {
    "ledger_post_many": "INSTEAD OF INSERT ON ledger_posting FOR EACH ROW EXECUTE FUNCTION ledger_post_many()",
    "ledger_post_one": "INSTEAD OF INSERT ON ledger_posting_one FOR EACH ROW EXECUTE FUNCTION ledger_post_one()",
}
CONSTRAINTS = {
    "ledger_account_book": "FOREIGN KEY (book_id) REFERENCES ledger_book(id)",
    "ledger_account_code": "UNIQUE (book_id, code)",
    "ledger_account_code_filled": "CHECK ((NOT ((code)::text = ''::text)))",
    "ledger_account_identity": "UNIQUE (id, book_id, unit_id)",
    "ledger_account_pkey": "PRIMARY KEY (id)",
    "ledger_account_role": "FOREIGN KEY (role) REFERENCES ledger_role(name)",
    "ledger_account_unit": "FOREIGN KEY (unit_id) REFERENCES ledger_unit(id)",
    "ledger_balance_account": (
        "FOREIGN KEY (account_id, book_id, unit_id) REFERENCES ledger_account(id, book_id, unit_id)"
    ),
    "ledger_balance_floor": "CHECK ((amount >= floor))",
    "ledger_balance_pkey": "PRIMARY KEY (account_id)",
    "ledger_book_code_key": "UNIQUE (code)",
    "ledger_book_pkey": "PRIMARY KEY (id)",
    "ledger_entry_identity": "UNIQUE (id, book_id)",
    "ledger_entry_key": "UNIQUE (book_id, key)",
    "ledger_entry_key_filled": "CHECK ((NOT ((key)::text = ''::text)))",
    "ledger_entry_not_its_own_reversal": "CHECK ((NOT ((reverses_id = id) AND (reverses_id IS NOT NULL))))",
    "ledger_entry_pkey": "PRIMARY KEY (id)",
    "ledger_entry_reverses": "FOREIGN KEY (reverses_id, book_id) REFERENCES ledger_entry(id, book_id)",
    "ledger_entry_reverses_id_key": "UNIQUE (reverses_id)",
    "ledger_entry_size": "CHECK ((size > 0))",
    "ledger_role_pkey": "PRIMARY KEY (name)",
    "ledger_transfer_amount": "CHECK ((amount > 0))",
    "ledger_transfer_entry": "FOREIGN KEY (entry_id, book_id) REFERENCES ledger_entry(id, book_id)",
    "ledger_transfer_payee": "FOREIGN KEY (payee_id, book_id, unit_id) REFERENCES ledger_account(id, book_id, unit_id)",
    "ledger_transfer_payer": "FOREIGN KEY (payer_id, book_id, unit_id) REFERENCES ledger_account(id, book_id, unit_id)",
    "ledger_transfer_pkey": "PRIMARY KEY (id)",
    "ledger_transfer_place": 'UNIQUE (entry_id, "position")',
    "ledger_transfer_position": 'CHECK (("position" > 0))',
    "ledger_transfer_two_accounts": "CHECK ((NOT (payer_id = payee_id)))",
    "ledger_unit_code_key": "UNIQUE (code)",
    "ledger_unit_pkey": "PRIMARY KEY (id)",
    "ledger_unit_places": "CHECK (((places >= 0) AND (places <= 9)))",
}


def functions() -> dict[str, str]:
    """The body of each function, as it was given to PostgreSQL."""
    text = "".join(path.read_text() for path in sorted(SQL.glob("*.sql")))
    return dict(re.findall(r"CREATE FUNCTION (\w+)\(.*?\$\$(.*?)\$\$", text, re.DOTALL))
