from django.urls import path

from casino.web import verifier

urlpatterns = [
    path("", verifier.verify_page, name="verify"),
    path("offline.html", verifier.offline_file, name="verify-offline"),
]
