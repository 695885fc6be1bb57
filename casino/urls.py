from django.contrib import admin
from django.urls import URLPattern, URLResolver, path

from casino import health
from casino.clubs import welcome
from casino.web import front

handler500 = "casino.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", front.front_page, name="front"),
    path("welcome/<str:token>/", welcome.welcome, name="welcome"),
    path("admin/", admin.site.urls),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
]
