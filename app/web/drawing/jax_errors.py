"""The errors that katas are about, and JAX's own page on each, to which a kata's page links.

A verdict links the other way: the rules in `grader.judge.errors` name the lesson that explains an error.
"""

from __future__ import annotations

from typing import Final, NamedTuple

PAGE: Final = "https://docs.jax.dev/en/latest/errors.html"
ERRORS: Final[dict[str, tuple[str, ...]]] = {
    "traced_conditions": ("TracerBoolConversionError",),
    "numpy_under_jit": ("ConcretizationTypeError", "TracerArrayConversionError"),
    "traced_index": ("TracerIntegerConversionError",),
    "masked_selection": ("NonConcreteBooleanIndexError", "ConcretizationTypeError"),
    "inner_statistics": ("UnexpectedTracerError",),
    "split_keys": ("KeyReuseError",),
    "donated_update": ("JaxRuntimeError",),
}
"""The classes of `jax.errors` that each kata is about, by slug."""


class ErrorLink(NamedTuple):
    """An error's name, and the address of its description."""

    name: str
    address: str


def link_errors(slug: str) -> list[ErrorLink]:
    """Return the errors that a kata is about; none for most katas."""
    return [ErrorLink(name, f"{PAGE}#jax.errors.{name}") for name in ERRORS.get(slug, ())]
