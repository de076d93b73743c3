"""The errors that katas are about, and what JAX or Flax itself says about each, to which a kata's page links.

A verdict links the other way: the rules in `grader.judge.errors` name the lesson that explains an error.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class ErrorLink(NamedTuple):
    """An error's name, and the address of its description."""

    name: str
    address: str


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

GUIDE: Final = "https://flax.readthedocs.io/en/latest/guides/transforms.html"
FLAX_ERRORS: Final[dict[str, ErrorLink]] = {
    "captured_model": ErrorLink("TraceContextError", f"{GUIDE}#mutable-module-cannot-be-passed-by-closure"),
}
"""The class of `flax.errors` that each kata is about, by slug.

Flax's list of errors leaves out those of NNX, even though their messages link to it, so the guide is linked instead.
"""


def link_errors(slug: str) -> list[ErrorLink]:
    """Return the errors that a kata is about; none for most katas."""
    links = [ErrorLink(name, f"{PAGE}#jax.errors.{name}") for name in ERRORS.get(slug, ())]
    return [*links, FLAX_ERRORS[slug]] if slug in FLAX_ERRORS else links
