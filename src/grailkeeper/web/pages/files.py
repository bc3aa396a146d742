"""The files of the look."""

from __future__ import annotations

from django.http import HttpResponse

from .. import assets
from ..visitor import Visitor
from . import faults


def static(visitor: Visitor, name: str) -> HttpResponse:
    """A file whose name holds its digest: it never changes."""
    asset = assets.asked(name)
    if asset is None:
        return faults.not_there(visitor)
    response = HttpResponse(asset.content, content_type=asset.type)
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
