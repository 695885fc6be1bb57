"""The house's own addresses, and beside them those of the peers."""

from django.urls import include, path

from bench.http import peers

handler500 = "casino.errors.server_error"

urlpatterns = [
    path("api/bench/insert/", peers.Insert.as_view()),
    path("api/bench/empty/", peers.Empty.as_view()),
    path("", include("casino.urls")),
]
