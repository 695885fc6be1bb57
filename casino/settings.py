"""Settings, all from the environment. `deploy/env.example` lists every name that is read here.

Two ways to run. *Embedded*: no DATABASE_URL; the database is the one in the house's own folder, and the secret key
is kept there. *Server*: DATABASE_URL points at a PostgreSQL of yours, and SECRET_KEY must be given.
With CASINO_URL=https://… cookies and headers are those of a public site; without it the house speaks plain HTTP on
the hall's own network, and nothing it does may need more.
"""

from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

from casino import embedded, environment, logs
from casino.desk.accounts import Reason
from casino.home import PROJECT, Home
from casino.refusals import Refused

HOME = Home.from_environment()

DEBUG = environment.switch("DEBUG")

# --- Servers

EMBEDDED_DATABASE = not environment.text("DATABASE_URL")
EMBEDDED_REDIS = not environment.text("REDIS_URL")

_database: dict[str, Any] = (
    {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": embedded.DATABASE,
        "USER": embedded.USER,
        "HOST": str(HOME.database_sockets),
        "PORT": embedded.PORT,
        "OPTIONS": {},
    }
    if EMBEDDED_DATABASE
    else environment.database("DATABASE_URL")
)
_database["CONN_MAX_AGE"] = 0
_database["CONN_HEALTH_CHECKS"] = True  # a connection that died with the server is replaced, not handed out
_database["OPTIONS"] = {
    "connect_timeout": 5,
    "application_name": "casino",
    "prepare_threshold": 5,  # Django's default is never; postings ask for prepared statements, nothing else uses them
    **_database["OPTIONS"],
    "pool": {
        "min_size": 1,
        "max_size": environment.whole_number("CASINO_DB_POOL", default=20, least=1, most=1000),
        "timeout": 5,
    },
}
DATABASES = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = f"unix://{HOME.redis_socket}" if EMBEDDED_REDIS else environment.redis("REDIS_URL")

# --- Secrets and addresses

SECRET_KEY = environment.text("SECRET_KEY")
if not SECRET_KEY and EMBEDDED_DATABASE:
    SECRET_KEY = HOME.secret_key()
if len(SECRET_KEY) < 50:
    raise Refused(
        "secret_key_missing",
        "SECRET_KEY must be set where DATABASE_URL is, and be 50 or more random characters, "
        "the same for every process of the house.",
    )

CASINO_URL = environment.public_url("CASINO_URL")
TLS = CASINO_URL.startswith("https://")
ALLOWED_HOSTS = [*environment.words("ALLOWED_HOSTS"), *environment.local_hosts()]
CSRF_TRUSTED_ORIGINS: list[str] = []
if CASINO_URL:
    ALLOWED_HOSTS.append(str(urlsplit(CASINO_URL).hostname))
    CSRF_TRUSTED_ORIGINS.append(CASINO_URL)

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = TLS
SESSION_COOKIE_HTTPONLY = True
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# On plain HTTP browsers ignore this header and complain about it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if TLS else None
if TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True

# --- Applications

# Every admin class also works on Django's own admin; `plain` shows it.
ADMIN_THEME = environment.choice("CASINO_ADMIN_THEME", "unfold", "plain")

INSTALLED_APPS = [
    *(["unfold"] if ADMIN_THEME == "unfold" else []),
    # Not the one that looks for everybody's admin at once: `casino.urls` does, in processes that answer requests.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "ledger",
    "games.minoru",
    "games.double_event",
    "games.horses",
    "games.roulette",
    "games.derby",
    "games.ascot",
    "games.musical_casino",
    "casino.clubs",
    "casino.desk",
    "casino.tables",
    "casino.events",
    "casino.api",
    "casino.web",
    "casino.exports",
]
LEDGER_REASONS = tuple(Reason)  # in the order of their migrations; verify_ledger insists on it

MIDDLEWARE = [
    "casino.middleware.RequestLog",
    "casino.api.middleware.ApiAnswers",
    "casino.middleware.SecurityHeaders",
    "casino.middleware.RefuseNul",
    "django.middleware.security.SecurityMiddleware",
    "casino.middleware.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "casino.middleware.OneThread",
]

ROOT_URLCONF = "casino.urls"
ASGI_APPLICATION = "casino.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PROJECT / "games" / "kit" / "templates"],  # what boards of several games share; the kit is no app
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in {
        "UserAttributeSimilarityValidator": {},
        "MinimumLengthValidator": {"min_length": 10},
        "CommonPasswordValidator": {},
        "NumericPasswordValidator": {},
    }.items()
]
PASSWORD_RESET_TIMEOUT = 3 * 24 * 3600  # seconds that the link of a new account is good for
SESSION_COOKIE_AGE = 12 * 3600  # an evening with its preparation; a laptop left in the hall is logged out by morning
LOGIN_URL = "admin:login"
LOGIN_REDIRECT_URL = "admin:index"

REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_SCHEMA_CLASS": "casino.api.schema.HouseSchema",
    "EXCEPTION_HANDLER": "casino.api.problems.handle",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Casino",
    "DESCRIPTION": "A bank and ledger service for race nights and parlour-casino evenings with counters.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PUBLIC": True,
    "SERVE_PERMISSIONS": [],
    "SERVE_AUTHENTICATION": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": False,
    "COMPONENT_SPLIT_PATCH": False,  # a change names all that it changes
    "COMPONENT_NO_READ_ONLY_REQUIRED": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SORT_OPERATIONS": False,
    "POSTPROCESSING_HOOKS": ["casino.api.schema.finish"],
}

UNFOLD = {"SITE_TITLE": _("The house"), "SITE_HEADER": _("The house"), "SITE_SYMBOL": "casino"}

# --- Static files

STATIC_URL = "/static/"
STATICFILES_DIRS = [PROJECT / "games" / "kit" / "static"]
WHITENOISE_USE_FINDERS = True  # straight from the apps: nothing to collect before the house can open
WHITENOISE_AUTOREFRESH = DEBUG

# --- Language and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français"), ("es", "Español")]
LOCALE_PATHS = [PROJECT / "casino" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = environment.time_zone("CASINO_TIME_ZONE")

# --- Workers

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_timeout": 10,
    "socket_connect_timeout": 2,
    # Who sends a message has committed already, and somebody waits for the answer: the watchdog tries again, not they.
    "max_retries": 0,
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False

HEARTBEAT_EVERY = 2  # seconds
HEARTBEAT_LIMIT = environment.whole_number("CASINO_HEARTBEAT_LIMIT", default=15, least=3, most=600)
CELERY_BEAT_SCHEDULE = {
    "watchdog": {"task": "casino.watchdog", "schedule": 1, "options": {"expires": 1}},
    "forget_answers": {"task": "casino.forget_answers", "schedule": 3600, "options": {"expires": 60}},
    "heartbeat": {
        "task": "casino.heartbeat",
        "schedule": HEARTBEAT_EVERY,
        # Calls that queued up while no worker was there say nothing about a worker being there now.
        "options": {"expires": HEARTBEAT_LIMIT},
    },
}

# --- Logs

LOGGING_CONFIG = None
logs.configure(level=environment.choice("CASINO_LOG_LEVEL", "info", "debug", "warning", "error"))
