"""Strict types for what the learner's sandbox reports about a program, and for what the referee found in it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from grader.judge.evidence import BodyCalls, ErrorEvidence, Number, Short

Count = Annotated[int, Field(ge=0, le=2**60)]
Figure = Annotated[float, Field(ge=0, le=1e18, allow_inf_nan=False)]
MAX_RESULTS = 1000
Refusal = Literal["malformed", "hole", "operation", "too_large", "custom_call", "constants", "failed", "memory"]


class _Evidence(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ProgramEvidence(_Evidence):
    """The header of a PROGRAM frame. `results` is a wire value with the index of a flat result in place of each."""

    index: int = Field(ge=0)
    error: ErrorEvidence | None
    results: JsonValue
    keys: list[bool] = Field(max_length=MAX_RESULTS)
    """Which of the flat results are random keys."""
    ms: Number


class HoleEvidence(_Evidence):
    """Calls of a function of `bodies.py` in a program: how many there are in these contexts."""

    name: Short
    contexts: list[Literal["grad", "jvp", "scan", "vmap"]] = Field(max_length=4)
    count: Annotated[int, Field(ge=1, le=10**9)]

    def as_calls(self) -> BodyCalls:
        """Return them as the calls that the check `body` judges."""
        return BodyCalls(name=self.name, contexts=[*self.contexts], line=None, count=self.count)


class Facts(_Evidence):
    """What a program contains; `largest` and `largest_array` describe the largest array that an operation makes."""

    operations: Count
    loops: Count
    constant_bytes: Count
    largest: Count
    largest_array: Short
    holes: list[HoleEvidence] = Field(max_length=200)
    custom_calls: list[Short] = Field(max_length=50)


class Refused(_Evidence):
    """Why a program was not run."""

    code: Refusal
    detail: Short


class Cost(_Evidence):
    """What a program costs; `flops` is None if it depends on values."""

    flops: Figure | None
    temp_bytes: Figure


class RefereeEvidence(_Evidence):
    """The header of the referee's CASE frame, with the flat results of each call of the program as wire values."""

    refused: Refused | None
    facts: Facts | None
    cost: Cost | None
    outputs: list[list[JsonValue]] = Field(max_length=1000)
    seconds: list[Number] = Field(max_length=1000)
    compile_ms: Number


class SealedFound(_Evidence):
    """What the check `sealed` judges in a hidden case: the facts of each call's program, and pairs for growth.

    Each pair in `growth` is a size and the number of operations for it; `derived_growth` is about the derivatives.
    """

    programs: list[Facts] = Field(max_length=1000)
    refused: Refused | None = None
    growth: list[list[Count]] = Field(default=[], max_length=3)
    derived_growth: list[list[Count]] = Field(default=[], max_length=3)
