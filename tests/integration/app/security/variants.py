"""Variants of hostile texts, and of samples of them."""

from __future__ import annotations

import random
from typing import Any, Final, TypeVar, cast

T = TypeVar("T")

SHORT: Final = 100
"""The length from which a text counts as hostile, and is varied."""


def vary(value: T, number: int) -> T:
    """Return a value with its long texts changed a bit, differently for each number but zero: a kept result is useless.

    Bytes get spaces at their end, which JSON, forms and archives allow.
    """
    varied: Any = value
    if number and isinstance(value, dict):
        varied = {name: vary(inner, number) for name, inner in value.items()}
    elif number and isinstance(value, list | tuple):
        varied = type(value)(vary(inner, number) for inner in value)
    elif number and isinstance(value, str) and len(value) > SHORT:
        varied = value[:-1] + "abc"[number]
    elif number and isinstance(value, bytes) and len(value) > SHORT:
        varied = value + b" " * number
    return cast("T", varied)


def vary_headers(headers: dict[str, Any], number: int) -> dict[str, Any]:
    """Return headers with their long values changed a bit: a space at the end of one would be ignored."""
    return {
        name: value[:-1] + b"%d" % number if number and isinstance(value, bytes) and len(value) > SHORT else value
        for name, value in headers.items()
    }


def shuffle(texts: dict[str, str], seed: str) -> dict[str, str]:
    """Return the texts in an order that depends on a seed, so that a sample sends others to each route."""
    order = list(texts.items())
    random.Random(seed).shuffle(order)  # noqa: S311 - nothing secret
    return dict(order)
