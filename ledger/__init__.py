"""Books, accounts, entries, transfers. Knows nothing of clubs, players or games."""
