import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

house = get_asgi_application()

from casino.api.stream import Edge  # noqa: E402 - Django first

application = Edge(house)
