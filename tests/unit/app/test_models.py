"""Ids, times and JSON values."""

from __future__ import annotations

import math
import re
import time
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import from_json
from sqlalchemy import UniqueConstraint
from sqlalchemy.dialects import sqlite

from app.db.models import Base, UtcDateTime, make_public_id
from app.domains.runs.repository import make_run_id
from app.kit.json_values import dump_json


def test_public_ids_sort_by_time_and_are_safe_in_addresses() -> None:
    first = make_public_id()
    time.sleep(0.002)
    second = make_public_id()
    assert first < second
    assert len(first) == 26
    assert first.isalnum()
    assert first.isascii()


def test_a_public_id_is_a_uuid_of_version_7() -> None:
    number = int(make_public_id(), 32)
    assert number >> 76 & 0xF == 7
    assert number >> 62 & 0x3 == 2
    assert abs((number >> 80) / 1000 - time.time()) < 5


def test_ids_of_runs_are_like_public_ids() -> None:
    assert re.fullmatch("[0-9a-v]{26}", make_run_id())
    assert make_run_id() != make_run_id()


def test_moments_are_stored_as_utc() -> None:
    column = UtcDateTime()
    dialect = sqlite.dialect()
    moment = datetime(2026, 3, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    stored = column.process_bind_param(moment, dialect)
    assert stored == datetime(2026, 3, 1, 10)  # noqa: DTZ001
    assert column.process_result_value(stored, dialect) == moment
    with pytest.raises(ValueError, match="time zone"):
        column.process_bind_param(datetime(2026, 3, 1), dialect)  # noqa: DTZ001
    assert column.process_bind_param(datetime.now(UTC), dialect) is not None


UNINDEXED: Final = {
    "course_comments.made_by",
    "device_grants.user_id",  # Requests are deleted after minutes.
    "exam_extensions.given_by",
    "extension_requests.decided_by",
    "grade_overrides.given_by",
    "grade_overrides.undone_by",
    "pinned_hints.made_by",
    "regrades.started_by",
    "reviews.owner_id",
    "rubric_ticks.given_by",
}
"""References to accounts that a deleted account searches for once: what staff did, in tables that stay small."""


def test_what_is_deleted_finds_what_refers_to_it() -> None:
    """A reference without an index costs a pass over its table for each submission or account that is deleted."""
    unindexed = set()
    for table in Base.metadata.sorted_tables:
        first = {next(iter(index.columns)).name for index in table.indexes} | {table.primary_key.columns[0].name}
        first |= {next(iter(one.columns)).name for one in table.constraints if isinstance(one, UniqueConstraint)}
        unindexed |= {
            f"{table.name}.{key.parent.name}"
            for key in table.foreign_keys
            if key.parent.name not in first and key.column.table.name in {"submissions", "users", "questions"}
        }
    assert unindexed == UNINDEXED


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(json_values)
def test_what_is_stored_is_json(value: object) -> None:
    assert from_json(dump_json(value), allow_inf_nan=False) == _drop_non_finite(value)


def _drop_non_finite(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: _drop_non_finite(item) for key, item in value.items()}
    return [_drop_non_finite(item) for item in value] if isinstance(value, list) else value
