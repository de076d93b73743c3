"""The check `sharding`: how the output is laid out on several devices, what they send each other, and who works."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from grader.judge.checks.view import CaseView, Check, Code, ForgedEvidenceError, failed, passed, tell_least, times

if TYPE_CHECKING:
    from pydantic import JsonValue

    from grader.package.specs.sharding import ShardingSpec
    from grader.report import CheckResult

WHY = {
    "all-reduce": "adds up what each device has",
    "all-gather": "copies every shard to every device",
    "reduce-scatter": "adds up what each device has and leaves each a part",
    "all-to-all": "moves the split from one axis to another",
    "collective-permute": "sends shards to neighbours",
}


FLOOR = 256
"""A device's work of fewer FLOPs counts as this much, because most of such a small program is incidental."""
LEAST_ARGUMENTS = 16
"""Fewer bytes of arguments count as this many: four numbers, such as a limit or the position of a device."""


class Layout(BaseModel):
    """How one array is laid out on its devices."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    shape: list[int] = Field(max_length=16)
    shard: list[int] = Field(max_length=16)
    devices: int = Field(ge=1, le=64)
    starts: list[Annotated[list[int], Field(max_length=16)]] = Field(max_length=64)
    """Where each device's part begins along each axis, with the devices in the order of their ids."""
    spec: str = Field(max_length=200)
    axes: list[Annotated[str, Field(max_length=20)]] = Field(default=[], max_length=64)
    """The types of the mesh's axes, each once: `Auto`, `Explicit`, `Manual`."""


class Layouts(BaseModel):
    """The findings of the study of `sharding`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    arrays: list[Layout] = Field(max_length=100)
    collectives: dict[str, int]
    bytes: int = Field(ge=0)
    routes: list[Annotated[list[int], Field(min_length=2, max_length=2)]] = Field(default=[], max_length=4096)
    """The devices that shards are sent from and to by `collective-permute`, each pair once; empty in older bundles."""
    flops: Annotated[int, Field(ge=0)] | None = None
    """Floating-point operations on each device; None if they depend on values, and in older bundles."""
    arguments: int = Field(default=0, ge=0)
    """The bytes of the arguments on each device, in the program that has the most; 0 in older bundles."""


def judge_sharding(spec: ShardingSpec, view: CaseView) -> CheckResult:
    """Compare the shards with the required ones, and count the collectives."""
    study, entry = view.study("sharding"), view.manifest.entry_point
    if study.error is not None or study.found is None:
        message = f"`{entry}` could not be run again to see how its output is laid out: {study.error_words}."
        return failed("sharding", "sharding.unreadable", message, study.error_line)
    try:
        found = Layouts.model_validate(study.found)
    except ValidationError as error:
        raise ForgedEvidenceError("the study of sharding is malformed") from error
    data: dict[str, JsonValue] = {
        "arrays": [array.model_dump() for array in found.arrays],
        "collectives": {name: count for name, count in found.collectives.items() if name in WHY},
        "bytes": found.bytes,
        "flops": found.flops,
        "arguments": found.arguments,
    }
    for index, parts in enumerate(spec.splits):
        wrong = _judge_layout(spec, found.arrays, index, parts) if parts is not None else None
        if wrong is not None:
            code, message = wrong
            return failed("sharding", code, message, data=data)
    wrong = _judge_traffic(spec, found, view) or _judge_work(spec, found, view) or _judge_arguments(spec, found, view)
    if wrong is not None:
        code, message = wrong
        return failed("sharding", code, message, data=data)
    return passed("sharding", f"The output is on {spec.devices} devices as asked.", data=data)


def _judge_traffic(spec: ShardingSpec, found: Layouts, view: CaseView) -> tuple[str, str] | None:
    """Return the code and the sentence for programs that send more or less than they should, or None."""
    entry = view.manifest.entry_point
    for kind, most in spec.at_most.items():
        count = found.collectives.get(kind, 0)
        if count > most:
            needed = f"{times(most)} is enough" if most else "none is needed"
            advice = "Combine what the devices send." if most else "Leave intermediate arrays split as they are."
            message = (
                f"The compiled programs of `{entry}` communicate by `{kind}` {times(count)}, where {needed}; each one "
                f"{WHY[kind]}. {advice}"
            )
            return "sharding.collectives", message
    if spec.max_bytes is not None:
        most = view.size(spec.max_bytes)
        if found.bytes > most:
            message = (
                f"What the compiled programs of `{entry}` send between devices comes to {found.bytes} bytes on each, "
                f"where {most} are enough. Let each device reduce what it has first, and send the small result only."
            )
            return "sharding.bytes", message
    for kind, least in spec.at_least.items():
        count = found.collectives.get(kind, 0)
        if count < least:
            message = (
                f"The compiled programs of `{entry}` communicate by `{kind}` {times(count)}. Devices that share the "
                f"work must do so at least {times(least)}: it {WHY[kind]}. Split the input over the devices before the "
                "computation, and not its result afterwards."
            )
            return "sharding.not_shared", message
    return _judge_ring(spec, found, entry) if spec.ring else None


def _judge_ring(spec: ShardingSpec, found: Layouts, entry: str) -> tuple[str, str] | None:
    """Return the code and the sentence for devices that send to others than their neighbours in the ring, or None."""
    neighbours = {1, spec.devices - 1}
    far = next((pair for pair in found.routes if (pair[1] - pair[0]) % spec.devices not in {0, *neighbours}), None)
    if far is None:
        return None
    message = (
        f"In `{entry}`, device {far[0]} sends to device {far[1]}, which isn't its neighbour. Send each time only to "
        f"the next device, `(i, (i + 1) % {spec.devices})`, or only to the previous one, and pass on what has arrived."
    )
    return "sharding.not_neighbours", message


def _judge_work(spec: ShardingSpec, found: Layouts, view: CaseView) -> tuple[str, str] | None:
    """Return the code and the sentence for devices that work more than their share, or None."""
    if spec.flops is None:
        return None
    entry, theirs = view.manifest.entry_point, Layouts.model_validate(view.reference("sharding")).flops
    if found.flops is None or theirs is None:
        message = (
            f"The compiled programs of `{entry}` have a `while_loop`, whose number of steps depends on values, so the "
            "work of a device can't be known. Use a loop of known length: `jax.lax.scan`, or `jax.lax.fori_loop` with "
            "plain integers."
        )
        return "sharding.unbounded_loop", message
    ratio = max(found.flops, FLOOR) / max(theirs, FLOOR)
    if ratio <= spec.flops:
        return None
    message = (
        f"Each device does {found.flops} floating-point operations in `{entry}`, {ratio:.3g} times as many as the "
        f"{tell_least(theirs, FLOOR)}; {spec.flops:g} times is allowed. The devices repeat each other's work. Split "
        "the input over the devices, and let each one compute with its own part."
    )
    return "sharding.repeated_work", message


def _judge_arguments(spec: ShardingSpec, found: Layouts, view: CaseView) -> tuple[str, str] | None:
    """Return the code and the sentence for devices that hold more of the arguments than their share, or None."""
    if spec.arguments is None:
        return None
    theirs = Layouts.model_validate(view.reference("sharding")).arguments
    ratio = max(found.arguments, LEAST_ARGUMENTS) / max(theirs, LEAST_ARGUMENTS)
    if ratio <= spec.arguments:
        return None
    message = (
        f"Each device gets {found.arguments} bytes of arguments in `{view.manifest.entry_point}`, {ratio:.3g} times as "
        f"many as the {tell_least(theirs, LEAST_ARGUMENTS)}; {spec.arguments:g} times is allowed. Arrays that should "
        "be split lie whole on each device. Split them where they enter the program, not inside it."
    )
    return "sharding.whole_arguments", message


def _judge_layout(spec: ShardingSpec, arrays: list[Layout], index: int, parts: list[int]) -> tuple[str, str] | None:
    """Return the code and the sentence for an array of the output that is not split into `parts`, or None."""
    which = "The output" if len(spec.splits) == 1 else f"Array {index + 1} of the output"
    if index >= len(arrays) or len(arrays[index].shape) != len(parts):
        return "sharding.shards", f"{which} has no {len(parts)} axes that could be split."
    array = arrays[index]
    wanted = [-(-size // part) for size, part in zip(array.shape, parts, strict=True)]
    if spec.axes == "auto" and {*array.axes} - {"Auto"}:
        message = (
            f"{which} is on a mesh with axes of the type {' and '.join(array.axes)}; `AxisType.Auto` is asked for. "
            "With explicit axes, indexing the array requires an explicit sharding for the result."
        )
        return "sharding.axes", message
    if array.shard == wanted and array.devices == spec.devices:
        return _judge_order(spec, array, which, parts)
    if array.devices == 1:
        message = (
            f"{which} is on a single device. Make a mesh of all {spec.devices} and put the arrays on it with "
            "`jax.device_put` and a `NamedSharding`."
        )
        return "sharding.one_device", message
    if array.shard == array.shape and max(parts, default=1) > 1:
        message = (
            f"Each of the {array.devices} devices holds all of {which.lower()} ({array.spec}); shards of shape "
            f"{tuple(wanted)} are asked for. Split the input before the computation, and leave the result where it is."
        )
        return "sharding.replicated", message
    message = (
        f"{which} is in shards of shape {tuple(array.shard)} on {array.devices} devices ({array.spec}); "
        f"{tuple(wanted)} on {spec.devices} devices is asked for."
    )
    return "sharding.shards", message


def _judge_order(spec: ShardingSpec, array: Layout, which: str, parts: list[int]) -> tuple[str, str] | None:
    """Return the code and the sentence for an array whose parts are on the wrong devices, or None."""
    if not spec.in_order or math.prod(parts) != spec.devices:
        return None
    places = itertools.product(*(range(count) for count in parts))
    wanted = [[place * size for place, size in zip(at, array.shard, strict=True)] for at in places]
    if array.starts == wanted:
        return None
    message = (
        f"{which} is split as asked, but the devices hold the wrong parts: device 0 has the one that begins at "
        f"{tuple(array.starts[0])}. Give the mesh the devices in the order of `jax.devices()`."
    )
    return "sharding.order", message


CHECKS = {
    "sharding": Check(
        judge_sharding,
        {
            "sharding.one_device": Code("the output is on one device"),
            "sharding.replicated": Code("each device holds all of the output"),
            "sharding.shards": Code("the output is split differently"),
            "sharding.order": Code("the parts are on different devices than asked"),
            "sharding.axes": Code("the mesh's axes are of a different type than asked"),
            "sharding.bytes": Code("the compiled programs send more bytes than allowed"),
            "sharding.collectives": Code("the compiled programs communicate more than allowed"),
            "sharding.not_shared": Code("the compiled programs communicate less than work that is shared must"),
            "sharding.not_neighbours": Code("a device sends to one that isn't its neighbour in the ring"),
            "sharding.repeated_work": Code("each device does work that the others do, too"),
            "sharding.whole_arguments": Code("each device gets arrays whole that should be split"),
            "sharding.unbounded_loop": Code("the work of a device depends on values, so it can't be counted"),
            "sharding.unreadable": Code("the entry point can't be run again"),
        },
        example="{devices: 8, splits: [[8, 1]], at_most: {all-reduce: 1, all-gather: 0}}",
        study=True,
        needs_reference=True,
    ),
}
