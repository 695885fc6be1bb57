"""The house's own settings; only the addresses of the peers are added."""

from casino.settings import *  # noqa: F403

ROOT_URLCONF = "bench.http.urls"
