"""The base of all specs: strict and frozen, with names and texts of limited length."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$", max_length=64)]
HowOften = Annotated[int, Field(ge=0, le=1_000_000)] | Name
"""A number, or the name of a parameter that holds it."""
Ratio = Annotated[float, Field(ge=1, le=1e6)]
"""A limit as a multiple of the reference's figure."""
Text = Annotated[str, Field(min_length=1, max_length=400)]


class Strict(BaseModel):
    """A part of `problem.yaml`. Unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)
