"""Who, and when: clubs, staff, sessions, players and their devices."""
