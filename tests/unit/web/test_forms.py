"""Reading forms into models."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from app.domains.courses.fields import Wall
from app.kit.errors import InvalidInputError
from app.kit.json_values import Boolean, Integer
from app.web.forms import Filled


class Model(BaseModel):
    name: str = "nobody"
    count: Integer = 1
    share: float | None = None
    agreed: Boolean = False
    until: Wall | None = None
    labels: list[str] = []


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
