"""Pure pieces that several games share. Standard library only: no Django, clock, randomness or files."""
