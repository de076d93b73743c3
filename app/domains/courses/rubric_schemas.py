"""The data types of rubric items, for programs, forms and files."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from app.domains.courses.fields import Line

MAX_ITEMS: Final = 50
"""Maximum number of items in a rubric."""
MOST_POINTS: Final = 1000


class PlainRubricItem(BaseModel):
    """An item of a rubric: points to add or, if negative, to take off, and words."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"points": -2, "words": "A Python loop over rows"}]}
    )

    points: Annotated[float, Field(ge=-MOST_POINTS, le=MOST_POINTS, allow_inf_nan=False)]
    words: Line


class RubricInFile(BaseModel):
    """The rubric of an assignment's kata in a course's file."""

    model_config = ConfigDict(extra="forbid")

    problem: Annotated[str, Field(max_length=80)]
    items: Annotated[list[PlainRubricItem], Field(max_length=MAX_ITEMS, fail_fast=True)]
