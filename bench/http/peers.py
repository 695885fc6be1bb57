"""The least that a request can cost on the same server: one INSERT for a known device, and nothing for anybody."""

import json
from collections.abc import Sequence
from typing import Any

from django.db import connection
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.api.callers import Bearer

TABLE = """
    CREATE TABLE bench_row (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        player_id bigint NOT NULL,
        body jsonb NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
    )
"""


class Empty(APIView):
    authentication_classes: Sequence[Any] = ()
    permission_classes = ()
    parser_classes = (JSONParser,)
    renderer_classes = (JSONRenderer,)

    def post(self, _request: Request) -> Response:
        return Response({}, status=201)


class Insert(Empty):
    """A token is looked up, as for a stake; then one row is written, and committed by itself."""

    authentication_classes = (Bearer,)

    def post(self, request: Request) -> Response:
        caller: Any = request.user
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO bench_row (player_id, body) VALUES (%s, %s) RETURNING id",
                [caller.player_id, json.dumps(request.data)],
            )
            made: int = cursor.fetchone()[0]
        return Response({"id": made}, status=201)
