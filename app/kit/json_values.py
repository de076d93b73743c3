"""JSON output that every reader accepts."""

from __future__ import annotations

from pydantic_core import to_json


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
