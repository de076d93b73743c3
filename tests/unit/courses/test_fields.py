"""The texts that courses accept: lines, reasons and messages."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from app.domains.courses.fields import LONGEST, MAX_REASON, Body, OptionalBody, OptionalReason, Reason

REASONS: list[TypeAdapter[str]] = [TypeAdapter(Reason), TypeAdapter(OptionalReason)]
BODIES: list[TypeAdapter[str]] = [TypeAdapter(Body), TypeAdapter(OptionalBody)]


@pytest.mark.parametrize("sign", [*"\0\x07\x0b\x0c\r\x1b\x1c\x1d\x1e\x7f\x85\u2028\u2029"])
def test_a_reason_has_no_characters_that_cant_be_shown(sign: str) -> None:
    for kind in REASONS:
        with pytest.raises(ValidationError, match="can't be shown"):
            kind.validate_python(f"I was{sign}ill.")


def test_a_message_has_no_characters_that_cant_be_stored() -> None:
    for kind in BODIES:
        with pytest.raises(ValidationError, match="can't be stored"):
            kind.validate_python("Why\0?")


@pytest.mark.parametrize(("kinds", "most"), [(REASONS, MAX_REASON), (BODIES, LONGEST)])
def test_an_end_of_a_line_counts_as_one_character(kinds: list[TypeAdapter[str]], most: int) -> None:
    """As in browsers, which send two."""
    for kind in kinds:
        text = "\t" + "a\r\n" * (most // 2 - 2) + "bc"
        assert kind.validate_python(f"x{text}") == f"x{text}".replace("\r\n", "\n")
        with pytest.raises(ValidationError, match="at most"):
            kind.validate_python(f"xy{text}")
