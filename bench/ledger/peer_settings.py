"""The least that django-hordak needs. Everything else is Django's default."""

import os

SECRET_KEY = os.environ["SECRET_KEY"]
INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth", "mptt", "djmoney", "hordak"]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": os.environ["HORDAK_DATABASE"],
        "USER": os.environ["HORDAK_USER"],
        "HOST": os.environ["HORDAK_HOST"],
        "CONN_MAX_AGE": None,
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
CURRENCIES = ["EUR"]
DEFAULT_CURRENCY = "EUR"
