"""The front door: what somebody sees who scans the code on the organiser's screen."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def front_page(request: HttpRequest) -> HttpResponse:
    return render(request, "web/front.html")
