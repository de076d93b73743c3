"""What JSON can carry and others can't: values kept to what every reader takes."""

from __future__ import annotations

import math
from typing import Any


def drop_non_finite(value: Any) -> Any:  # noqa: ANN401 (any JSON in, the same kind out)
    """Return the same JSON value with null in place of NaN and infinities, which JSON doesn't have."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: drop_non_finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [drop_non_finite(item) for item in value]
    return value


def is_text(text: str) -> bool:
    """Tell whether a string is Unicode text. JSON may escape half of a surrogate pair, which has no bytes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
