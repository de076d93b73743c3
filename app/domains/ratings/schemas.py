"""Schemas of ratings."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from app.db.statuses import Clarity
from app.kit.json_values import Integer


class Rating(BaseModel):
    """How clear somebody finds a kata's texts, and how difficult the kata: 1 to 5, as authors declare it."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"clarity": "clear", "difficulty": 2}]})

    clarity: Clarity
    difficulty: Annotated[Integer, Field(ge=1, le=5)]


class RatingSummary(BaseModel):
    """What at least five people say of a kata.

    `clear` is how many of a hundred find its texts clear, `difficulty` the median of their numbers from 1 to 5.
    """

    people: int
    clear: int
    difficulty: float


class RatingView(BaseModel):
    """A kata's ratings: the reader's own, and what people say, which is null if fewer than five rated it.

    `open`: the reader may rate it. While an exam with the kata runs for them, nothing is shown.
    """

    open: bool
    own: Rating | None
    summary: RatingSummary | None


class RatingCounts(BaseModel):
    """How many people chose what, for a kata's authors; `difficulties` are counts for 1 to 5."""

    people: int = 0
    clear: int = 0
    partly: int = 0
    unclear: int = 0
    difficulties: list[int] = [0] * 5
    median_difficulty: float | None = None
