from __future__ import annotations

import pytest

from grailkeeper.core.seat import EVERYBODY, KEEPER, KEEPER_ONLY, PUBLIC, Audience, Viewer, only, seat_viewer

A, B = seat_viewer("A"), seat_viewer("B")


@pytest.mark.parametrize(
    ("audience", "admitted"),
    [(EVERYBODY, {KEEPER, PUBLIC, A, B}), (KEEPER_ONLY, {KEEPER}), (only(["A"]), {KEEPER, A})],
)
def test_whom_an_audience_admits(audience: Audience, admitted: set[Viewer]) -> None:
    assert {viewer for viewer in (KEEPER, PUBLIC, A, B) if audience.admits(viewer)} == admitted


def test_two_audiences_together() -> None:
    assert only("A") | only("B") == only(["A", "B"])
    assert only("A") | EVERYBODY == EVERYBODY == EVERYBODY | KEEPER_ONLY
    assert only("A") | KEEPER_ONLY == only("A")


def test_the_public_is_no_seat() -> None:
    assert not only([""]).admits(PUBLIC)
