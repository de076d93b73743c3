"""Functions that all makers of fakes share: to declare a maker, and to assemble a fake's source."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent, indent
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.publishing.fakes.solution import FakedSolution

    Make = Callable[[FakedSolution], str | None]

TRACED: Final = """
import jax
def is_traced(*args):
    return any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(args))
"""
"""Code of a fake: whether any argument is a tracer."""


@dataclass(frozen=True)
class Maker:
    """Makes one kind of fake."""

    name: str
    about: str
    """What the fake does, as a sentence for authors."""
    make: Make
    """Returns the fake's source; None if it would make no difference or can't be made from the solution."""


def maker(make: Make) -> Maker:
    """Make a maker of the decorated function, named and described by its name and docstring."""
    return Maker(make.__name__, " ".join((make.__doc__ or "").split()), make)


def write_fake(solution: FakedSolution, body: str, *helpers: str) -> str:
    """Return the solution with a new entry point, whose `body` may call the old one by `solution.honest`."""
    head = f"def {solution.subject.entry_point}({solution.arguments}):\n"
    return (
        "\n\n".join([solution.write_honest(), *map(dedent, helpers), head + indent(dedent(body).strip(), "    ")])
        + "\n"
    )
