"""Checks of the program that JAX makes of the entry point."""

from __future__ import annotations

from pydantic import Field

from grader.specs.base import Name, Strict


class JaxprSpec(Strict):
    """The jaxpr of the entry point, at the arguments of a case's last call, must hold certain primitives."""

    require: list[Name] = Field(min_length=1, description="primitives that must occur, at any depth")
