"""How the pages of courses show times."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from app.web.drawing.courses import Clock


@pytest.mark.parametrize(
    ("end", "shown"),
    [
        ("2026-10-03T22:00:00", "2026-10-03T23:59"),  # A deadline includes its minute.
        ("2026-10-03T09:00:30", "2026-10-03T11:00"),  # An exam ends some minutes after its start.
        ("2026-10-03T09:00:00.000001", "2026-10-03T11:00"),
        ("2026-10-03T09:00:00", "2026-10-03T10:59"),
    ],
)
def test_an_end_is_shown_as_the_last_minute_that_counts(end: str, shown: str) -> None:
    clock, moment = Clock(ZoneInfo("Europe/Berlin")), datetime.fromisoformat(end).replace(tzinfo=UTC)
    assert clock.wall(moment) == shown
    assert f'datetime="{shown}:00+02:00"' in clock.end(moment)
    assert f", {shown[-5:]}</time>" in clock.end(moment)
