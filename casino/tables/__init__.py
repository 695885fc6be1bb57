"""Running any game: staking, dealing, settling, voiding."""
