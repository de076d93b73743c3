"""Validation of the reason for a regrade that an author gives learners."""

from typing import Final

from app.kit.errors import InvalidInputError
from app.kit.json_values import is_text
from app.kit.language import translate as _

MAX_REASON: Final = 1000


def check_reason(reason: str) -> str:
    """Return the reason, stripped; raises `InvalidInputError` if it is empty."""
    reason = reason.strip()
    if not reason or len(reason) > MAX_REASON or not is_text(reason) or "\0" in reason:
        raise InvalidInputError(
            "reason",
            _(
                "Give a reason of at most %(most)s characters: the learners affected will read it.",
                most=MAX_REASON,
            ),
        )
    return reason
