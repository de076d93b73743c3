"""JSON output that every reader accepts."""

from __future__ import annotations

from typing import Annotated

from pydantic import Strict
from pydantic_core import to_json

Integer = Annotated[int, Strict()]
"""A number in a request's body. By itself, pydantic takes `false` and `"1"` for numbers, too."""
Boolean = Annotated[bool, Strict()]
"""A truth value in a request's body. By itself, pydantic takes `0` and `"yes"` for truth values, too."""


def dump_json(value: object) -> str:
    """Return a value, or a pydantic model, as JSON, with null in place of NaN and infinities, which JSON lacks."""
    return to_json(value, inf_nan_mode="null").decode()


def is_text(text: str) -> bool:
    """Tell whether a string is Unicode text. JSON may escape half of a surrogate pair, which has no bytes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
