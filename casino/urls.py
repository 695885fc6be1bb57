from django.contrib import admin
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from casino import health
from casino.clubs import choosing, welcome

admin.autodiscover()

handler500 = "casino.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("casino.web.urls")),
    path("welcome/<str:token>/", welcome.welcome, name="welcome"),
    path("welcome/<int:user_id>/<str:token>/", choosing.choose_password, name="choose-password"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("casino.api.urls")),
    # Browsers ask for this one by themselves, on pages that name no icon.
    path("favicon.ico", RedirectView.as_view(url=static("web/icon.svg"))),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
]
