"""What happened, for whom, numbered by its readers."""
