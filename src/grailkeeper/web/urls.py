"""The addresses as Django reads them; see `routes`."""

from __future__ import annotations

from .routes import ROUTES

urlpatterns = [route.url() for route in ROUTES]

handler400 = "grailkeeper.web.pages.faults.unreadable"
handler404 = "grailkeeper.web.pages.faults.lost"
