"""The limit on the number of values in a JSON body."""

from __future__ import annotations

import json

import pytest

from app.http.json_bodies import MAX_VALUES, check_values, is_json
from app.kit.errors import InvalidInputError


@pytest.mark.parametrize(
    "body",
    [
        json.dumps(dict.fromkeys(map(str, range(MAX_VALUES)))),
        json.dumps([0] * MAX_VALUES),
        json.dumps({"source": "f(a, b)\n" * 20_000}),
        json.dumps({"source": '",' * 20_000, "mode": "submit"}),
        json.dumps({"source": "\\" * 9_999 + '",' * 20_000}),
        '"' + "," * 20_000,
        "",
    ],
)
def test_commas_in_texts_are_not_counted(body: str) -> None:
    check_values(body.encode())


@pytest.mark.parametrize(
    "body",
    [
        json.dumps(dict.fromkeys(map(str, range(MAX_VALUES + 1)))),
        json.dumps([0] * (MAX_VALUES + 1)),
        json.dumps({"source": ["\\"] * (MAX_VALUES + 1)}),
        "," * MAX_VALUES,
    ],
)
def test_too_many_values_are_refused(body: str) -> None:
    with pytest.raises(InvalidInputError, match="at most 10000 values"):
        check_values(body.encode())


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32-le"])
def test_no_other_encoding_hides_commas(encoding: str) -> None:
    """In UTF-16, half of `\u2200` is a quote: what follows would be taken for a string."""
    keys = dict.fromkeys(map(str, range(MAX_VALUES + 1)))
    body = json.dumps({"\u2200": 0, **keys}, ensure_ascii=False, separators=(",", ":")).encode(encoding)
    assert len(json.loads(body)) > MAX_VALUES
    with pytest.raises(InvalidInputError, match="at most 10000 values"):
        check_values(body)


def test_types_based_on_json_are_json() -> None:
    assert is_json(b"application/json")
    assert is_json(b"application/merge-patch+json")
    assert not is_json(b"text/json")
    assert not is_json(b"multipart/form-data")
