"""The check of the output's sharding over devices, of the communication between them, and of each one's work."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from grader.package.specs.base import Ratio, Strict
from grader.package.specs.sizes import Size

Collective = Literal["all-reduce", "all-gather", "reduce-scatter", "all-to-all", "collective-permute"]
Parts = list[Annotated[int, Field(ge=1, le=64)]]


class ShardingSpec(Strict):
    """The output must be split over virtual devices as required, with limited communication between them.

    The submission sees `devices` CPU devices. Collectives are counted in all programs that XLA compiles for a call; one
    in a loop counts once. Transfers by `jax.device_put` outside compiled programs aren't counted. Floating-point
    operations are counted in the same programs, each of which is the program of one device; the body of a loop counts
    once per iteration. If the number of iterations isn't known (`lax.while_loop`), `flops` fails. Figures below 256
    count as 256. Arguments are those of the program on several devices that has the most bytes of them; fewer than 16
    bytes count as 16.

    Limits: only the last call of a case is examined, repeated in a fresh import. A program that was compiled explicitly
    while the file was imported (`.lower(…).compile()`) is not examined. The collectives are those that XLA chooses for
    CPUs; for GPUs it may choose others, and their duration is not measured. Outputs that are NumPy arrays are ignored.
    """

    devices: int = Field(default=8, ge=2, le=8, description="the number of devices")
    splits: list[Parts | None] = Field(
        default=[],
        description="for each array of the output, the number of parts of each axis; `[8, 1]` splits the rows over "
        "8 devices, null allows any sharding",
    )
    in_order: bool = Field(
        default=False,
        description="whether device i must hold the i-th part, in row order, of an array with as many parts as devices",
    )
    axes: Literal["auto", "any"] = Field(
        default="any", description="whether all axes of the output's mesh must be of the type `AxisType.Auto`"
    )
    max_bytes: Size | None = Field(
        default=None, description="the maximum number of bytes of all collectives' results on a device"
    )
    flops: Ratio | None = Field(
        default=None,
        description="the maximum number of floating-point operations on each device, in multiples of the reference's; "
        "this refuses programs in which each device does all of the work",
    )
    arguments: Ratio | None = Field(
        default=None,
        description="the maximum size of the arguments on each device, in multiples of the reference's; this refuses "
        "programs that get whole arrays and let each device cut its part out of them",
    )
    at_most: dict[Collective, Annotated[int, Field(ge=0, le=1000)]] = Field(
        default={}, description="the maximum number of collectives of a kind in the compiled programs"
    )
    at_least: dict[Collective, Annotated[int, Field(ge=1, le=1000)]] = Field(
        default={}, description="the minimum number of collectives of a kind, which shared work requires"
    )
    ring: bool = Field(
        default=False,
        description="whether each `collective-permute` must send to the next or the previous device only, in a ring",
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
