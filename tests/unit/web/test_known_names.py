"""A verdict suggests the name that was probably meant where a module lacks one."""

from __future__ import annotations

import json
from typing import Final

import pytest

from app.web.drawing.known_names import KnownNames
from grader.report import ErrorReport

LISTED: Final = {
    "jax.numpy": [["subtract", "function", "(x, y)", ""], ["zeros", "function", "(shape)", ""]],
    "flax.nnx": [["Linear", "class", "()", ""]],
}


def suggest(message: str, built: str | None) -> str:
    """Return what is suggested for an error if the build's list of names has this text."""
    error = ErrorReport(type="AttributeError", message=message, traceback="")
    return KnownNames({"names.json": built}.get).suggest(error)


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("module 'jax.numpy' has no attribute 'subtrct'", "subtract"),
        ("module 'jax.numpy' has no attribute 'zeroes'", "zeros"),
        ("cannot import name 'Linaer' from 'flax.nnx' (/packages/flax/nnx/__init__.py)", "Linear"),
        ("module 'jax.numpy' has no attribute 'nothing_like_it'", ""),
        ("module 'elsewhere' has no attribute 'subtrct'", ""),
        ("'jaxlib._jax.ArrayImpl' object has no attribute 'subtrct'", ""),
        (f"module 'jax.numpy' has no attribute '{'s' * 5000}'", ""),
        ("(message withheld: this happened in a hidden case)", ""),
    ],
)
def test_the_nearest_name_of_the_module_is_suggested(message: str, meant: str) -> None:
    assert suggest(message, json.dumps(LISTED)) == meant


def test_nothing_is_suggested_without_an_error_or_without_a_build() -> None:
    assert KnownNames(lambda _name: None).suggest(None) == ""
    assert suggest("module 'jax.numpy' has no attribute 'subtrct'", None) == ""
