"""JSON output that every reader accepts."""

from __future__ import annotations

from typing import Annotated

from pydantic import Strict
from pydantic_core import to_json

Integer = Annotated[int, Strict()]
"""A number in a request's body. By default, pydantic also accepts `false` and `"1"` as numbers."""
Boolean = Annotated[bool, Strict()]
"""A boolean in a request's body. By default, pydantic also accepts `0` and `"yes"` as booleans."""


def dump_json(value: object) -> str:
    """Return a value, or a pydantic model, as JSON, with null instead of NaN and infinities, which JSON lacks."""
    return to_json(value, inf_nan_mode="null").decode()


def is_text(text: str) -> bool:
    """Return whether a string is Unicode text. JSON may escape half a surrogate pair, which can't be encoded."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
