"""Wrong tries at codes and passwords, which the house counts for a minute."""

from casino.heartbeat import client


def forget_tries() -> None:
    for key in client().scan_iter("casino:tries:*"):
        client().delete(key)
