"""The automatic player, phase by phase. It is given a flow in which cards that its seat cannot see are blank."""
