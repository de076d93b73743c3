"""Reading forms into models."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from app.domains.courses.fields import Wall
from app.kit.errors import InvalidInputError
from app.kit.json_values import Boolean, Integer
from app.web.forms import Filled


class Part(BaseModel):
    points: Annotated[Integer, Field(ge=0, le=1000)] = 0
    name: Annotated[str, Field(min_length=1, max_length=3)] = "x"


class Model(BaseModel):
    name: str = "nobody"
    count: Integer = 1
    share: float | None = None
    agreed: Boolean = False
    until: Wall | None = None
    labels: list[str] = []
    parts: list[Part] = []


def test_texts_become_what_fields_want() -> None:
    given = {
        "name": " Ada ",
        "count": "3",
        "share": "7,5",
        "agreed": "true",
        "until": "2026-10-03T23:59",
        "labels": ["a", ""],
    }
    read = Filled(Model, given).read()
    assert (read.name, read.count, read.share, read.agreed, read.labels) == ("Ada", 3, 7.5, True, ["a"])
    assert read.until is not None
    assert read.until.minute == 59


def test_what_is_empty_is_left_out() -> None:
    empty = Filled(Model, {"name": "", "count": "", "share": " ", "agreed": "", "until": "", "labels": []})
    assert empty.read() == Model()
    assert empty.read(count=5).count == 5


@pytest.mark.parametrize(
    ("field", "text"),
    [("count", "1e9"), ("count", "9" * 30), ("until", "tomorrow"), ("until", "2026-13-01T00:00")],
)
def test_what_cannot_be_read_is_named(field: str, text: str) -> None:
    with pytest.raises(InvalidInputError) as raised:
        Filled(Model, {field: text}).read()
    assert raised.value.field == field


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ({"points": -1}, "`parts`, row 2, `points` can't be used: it must be at least 0."),
        ({"points": 1001}, "`parts`, row 2, `points` can't be used: it must be at most 1000."),
        ({"points": "many"}, "`parts`, row 2, `points` can't be used: it isn't a number."),
        ({"name": "long"}, "`parts`, row 2, `name` can't be used: it has more than 3 characters."),
        ({"name": ""}, "`parts`, row 2, `name` can't be used: it is missing."),
    ],
)
def test_the_row_and_the_reason_are_told(part: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidInputError) as raised:
        Filled(Model, {}).read(parts=[{}, part])
    assert raised.value.detail == told
