"""Double Event Minoru."""
