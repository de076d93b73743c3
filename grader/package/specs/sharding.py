"""The check of how arrays lie on several devices, and what travels between them."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from grader.package.specs.base import Strict
from grader.package.specs.sizes import Size

Collective = Literal["all-reduce", "all-gather", "reduce-scatter", "all-to-all", "collective-permute"]
Parts = list[Annotated[int, Field(ge=1, le=64)]]


class ShardingSpec(Strict):
    """The output must be split over virtual devices as asked, with no more communication between them than allowed.

    The submission sees `devices` CPU devices. Collectives are counted in all programs that XLA compiles for a call,
    once each where they are in a loop. What `jax.device_put` moves outside of a compiled program is not among them.

    Limits: the last call of a case is looked at, made once more in a fresh import. A program that was compiled by hand
    while the file was imported (`.lower(…).compile()`) is not looked into. The collectives are those that XLA chooses
    for CPUs; for GPUs it can choose others, and how long they take says nothing here. Outputs that are NumPy arrays are
    passed over.
    """

    devices: int = Field(default=8, ge=2, le=8, description="how many devices there are")
    splits: list[Parts | None] = Field(
        default=[],
        description="for each array of the output, into how many parts each axis is split; `[8, 1]` splits the rows "
        "over 8 devices, null leaves an array free",
    )
    in_order: bool = Field(
        default=False,
        description="whether device i must hold the i-th part, in row order, of an array with as many parts as devices",
    )
    axes: Literal["auto", "any"] = Field(
        default="any", description="whether all axes of the output's mesh must be of the type `AxisType.Auto`"
    )
    max_bytes: Size | None = Field(
        default=None, description="the most bytes that the results of all collectives have on a device, together"
    )
    at_most: dict[Collective, Annotated[int, Field(ge=0, le=1000)]] = Field(
        default={}, description="most collectives of a kind in the compiled programs"
    )
    at_least: dict[Collective, Annotated[int, Field(ge=1, le=1000)]] = Field(
        default={}, description="fewest collectives of a kind: what shared work can't do without"
    )

    @model_validator(mode="after")
    def _parts_fit(self) -> Self:
        for parts in self.splits:
            total = 1
            for part in parts or []:
                total *= part
            if self.devices % total:
                raise ValueError(f"{parts} are {total} parts, which {self.devices} devices can't share equally")
        return self
