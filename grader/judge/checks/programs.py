"""Checks of the program that JAX makes from the entry point: `jaxpr`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from grader.judge.checks.view import (
    CaseView,
    Check,
    Code,
    Count,
    ForgedEvidenceError,
    Found,
    Line,
    Word,
    failed,
    is_other_answer,
    passed,
    read_found,
    times,
)

if TYPE_CHECKING:
    from pydantic import JsonValue

    from grader.package.specs.programs import JaxprSpec, KernelSpec
    from grader.report import CheckResult

_WRITTEN = {
    "while": "jax.lax.while_loop",
    "custom_jvp_call": "jax.custom_jvp",
    "custom_vjp_call": "jax.custom_vjp",
    "remat2": "jax.checkpoint",
    "shard_map": "jax.shard_map",
    "jit": "jax.jit",
    "dot_general": "@",
    "pallas_call": "pl.pallas_call",
}
"""What to write for a primitive that doesn't come from the function of the same name in `jax.lax`."""
_LOOPS = ("scan", "while")
_FORI = "A `jax.lax.fori_loop` becomes a `scan` if its bounds are known while JAX traces, and otherwise a `while`."
MAX_KERNELS = 100


class Largest(Found):
    """The largest array that an equation makes, with its `size` in elements or bytes."""

    size: Count
    array: Word
    primitive: Word
    line: Line | None


class Largests(Found):
    """The largest array in elements and the largest in bytes; None if no equation makes an array."""

    elements: Largest | None = None
    bytes: Largest | None = None


class KernelBlock(Found):
    """The largest array that a kernel gets in one step, with its `size` in elements."""

    size: Count
    array: Word


class Kernel(Found):
    """A Pallas kernel: the steps of its grid and how often it is called, each None if that depends on values.

    `total` is the number of elements of all arrays that it gets in one step.
    """

    steps: Count | None
    block: KernelBlock
    total: Count
    calls: Count | None
    line: Line | None


class Program(Found):
    """The findings of `study_jaxpr`."""

    primitives: dict[Word, Line | None] = Field(max_length=300)
    consts_bytes: Count
    largest: Largests
    growth: Annotated[list[Annotated[list[Count], Field(min_length=2, max_length=2)]], Field(max_length=2)] | None
    kernels: Annotated[list[Kernel], Field(max_length=MAX_KERNELS)] | None = None
    outside: dict[Word, Line | None] | None = Field(default=None, max_length=300)


def judge_jaxpr(spec: JaxprSpec, view: CaseView) -> CheckResult:
    """Check that the program is as the spec says."""
    entry, study = view.manifest.entry_point, view.study("jaxpr")
    if study.error is not None or study.found is None:
        message = (
            f"`{entry}` could not be traced to a jaxpr: {study.error_words}. JAX calls it with tracers, which have a "
            "shape and a dtype but no values: leave NumPy and decisions on values out of it."
        )
        return failed("jaxpr", "jaxpr.unreadable", message, study.error_line)
    found = dict(study.found) if isinstance(study.found, dict) else {}
    if "answer" not in found:
        raise ForgedEvidenceError("no program with its answer")
    if is_other_answer(view, found.pop("answer")):
        message = (
            f"The jaxpr of `{entry}` gives a different answer from the call. It must compute the same, however it is "
            "called."
        )
        return failed("jaxpr", "jaxpr.other_program", message)
    program = read_found(Program, found)
    for judge in (_judge_primitives, _judge_kernels, _judge_growth, _judge_constants, _judge_largest):
        result = judge(spec, view, program)
        if result is not None:
            return result
    told = ", ".join(f"`{name}`" for name in spec.require)
    return passed("jaxpr", f"The program contains {told}." if told else "The program is as it should be.")


def _judge_primitives(spec: JaxprSpec, view: CaseView, program: Program) -> CheckResult | None:
    entry = view.manifest.entry_point
    missing = next((name for name in spec.require if name not in program.primitives), None)
    if missing is not None:
        message = f"There is no `{missing}` in the program of `{entry}`. "
        other = next((name for name in _LOOPS if missing in _LOOPS and name in program.primitives), None)
        if other is not None:
            message += f"There is a `{other}` instead. {_FORI} "
        elif missing in _LOOPS:
            message += (
                "A Python loop is unrolled while JAX traces: the program grows with the data, and so does compiling "
                "it. "
            )
        line = program.primitives[other] if other is not None else None
        return failed("jaxpr", "jaxpr.missing", f"{message}Use `{_written(missing)}`.", line)
    unwanted = next((name for name in spec.forbid if name in program.primitives), None)
    if unwanted is not None:
        message = f"The program of `{entry}` has a `{unwanted}`; this problem requires a solution without it."
        if unwanted in _LOOPS:
            message += f" {_FORI}"
        return failed("jaxpr", "jaxpr.forbidden", message, program.primitives[unwanted])
    return None


def _judge_kernels(spec: JaxprSpec, view: CaseView, program: Program) -> CheckResult | None:
    if spec.kernel is None:
        return None
    kernels, outside, entry = program.kernels or [], program.outside or {}, view.manifest.entry_point
    if not kernels:
        message = f"There is no Pallas kernel in the program of `{entry}`. Use `pl.pallas_call`."
        return failed("jaxpr", "jaxpr.missing", message)
    counts = [kernel.calls for kernel in kernels]
    calls = sum(count for count in counts if count is not None)
    if None in counts or calls > spec.kernel.calls:
        often = "a number of times that depends on values" if None in counts else times(calls)
        message = (
            f"The program of `{entry}` calls kernels {often}, where {times(spec.kernel.calls)} is enough. A kernel in "
            "a loop is started once for each pass. Call it once, and let its grid repeat it."
        )
        return failed("jaxpr", "jaxpr.kernel_calls", message, kernels[-1].line)
    for kernel in kernels:
        result = _judge_steps(spec.kernel, view, kernel) or _judge_memory(spec.kernel, view, kernel)
        if result is not None:
            return result
    work = next((name for name in outside if name not in spec.kernel.outside), None)
    if work is not None:
        message = (
            f"The program of `{entry}` computes `{work}` outside of the kernel, from numbers that come from the "
            "arguments. Do all of the computation in the kernel, and return what it gives; outside, arrays may only be "
            "moved: padded, reshaped, sliced, converted."
        )
        return failed("jaxpr", "jaxpr.kernel_outside", message, outside[work])
    return None


def _judge_steps(spec: KernelSpec, view: CaseView, kernel: Kernel) -> CheckResult | None:
    least = view.size(spec.min_steps) if spec.min_steps is not None else None
    most = view.size(spec.max_steps) if spec.max_steps is not None else None
    if least is None and most is None:
        return None
    if kernel.steps is None:
        message = "The number of steps of the kernel's grid depends on values. Compute the grid from array sizes."
    elif least is not None and kernel.steps < least:
        message = (
            f"The kernel's grid has {kernel.steps} {'step' if kernel.steps == 1 else 'steps'}; at least {least} are "
            "asked for. Split the arrays into blocks: `grid` is their number, and an `index_map` says which one a step "
            "gets."
        )
    elif most is not None and kernel.steps > most:
        message = f"The kernel's grid has {kernel.steps} steps; {most} are enough. Give each step a larger block."
    else:
        return None
    data: dict[str, JsonValue] = {"steps": kernel.steps, "least": least, "most": most}
    return failed("jaxpr", "jaxpr.kernel_steps", message, kernel.line, data=data)


def _judge_memory(spec: KernelSpec, view: CaseView, kernel: Kernel) -> CheckResult | None:
    """Compare what a kernel holds in one step with the limits: the largest array, and all arrays together."""
    block = kernel.block
    array = f"an array {block.array}, of {block.size} elements"
    smaller = "Give each step a smaller block. An array without a block shape is passed as a whole."
    once = "Each step gets a block of each operand: don't pass an array several times."
    for limit, size, held, advice in (
        (spec.max_block, block.size, array, smaller),
        (spec.max_total, kernel.total, f"arrays of {kernel.total} elements in all", once),
    ):
        most = view.size(limit) if limit is not None else None
        if most is None or size <= most:
            continue
        told = f"{most} ({limit})" if isinstance(limit, str) else str(most)
        message = f"In one step the kernel holds {held}, where {told} are allowed. {advice}"
        data: dict[str, JsonValue] = {"size": size, "most": most}
        return failed("jaxpr", "jaxpr.kernel_block", message, kernel.line, data=data)
    return None


def _judge_growth(spec: JaxprSpec, view: CaseView, program: Program) -> CheckResult | None:
    if spec.growth is None:
        return None
    (small, fewer), (large, more) = program.growth or ((0, 0), (0, 0))
    per_step = (more - fewer) / max(large - small, 1)
    if per_step <= spec.growth.most:
        return None
    names = " and ".join(f"`{name}`" for name in spec.growth.parameters)
    message = (
        f"The program of `{view.manifest.entry_point}` grows with {names}: {fewer} equations at size {small}, {more} "
        f"at {large}. A Python loop is unrolled while JAX traces. "
    )
    if set(spec.forbid).isdisjoint(_LOOPS):
        message += (
            "`jax.lax.scan` or `jax.lax.fori_loop` keep one copy of the body. Rounds that each halve what is left, as "
            "in `jax.lax.associative_scan`, add up as well."
        )
    else:
        message += (
            "Work on whole arrays, in rounds that each halve what is left, as `jax.lax.associative_scan` does, and "
            "with few operations in each."
        )
    data: dict[str, JsonValue] = {"sizes": [small, large], "equations": [fewer, more]}
    return failed("jaxpr", "jaxpr.unrolled", message, data=data)


def _judge_constants(spec: JaxprSpec, view: CaseView, program: Program) -> CheckResult | None:
    if spec.max_consts_bytes is None:
        return None
    most = view.size(spec.max_consts_bytes)
    if program.consts_bytes <= most:
        return None
    message = (
        f"{program.consts_bytes} bytes of arrays are baked into the program of `{view.manifest.entry_point}` as "
        f"constants; {most} are allowed. An array that a function closes over becomes part of each compiled program: "
        "pass it as an argument, or make it inside with `jnp`."
    )
    return failed("jaxpr", "jaxpr.constants", message, data={"bytes": program.consts_bytes, "most": most})


def _judge_largest(spec: JaxprSpec, view: CaseView, program: Program) -> CheckResult | None:
    asked = {"elements": spec.max_intermediate, "bytes": spec.max_intermediate_bytes}
    for unit, limit in asked.items():
        largest: Largest | None = getattr(program.largest, unit)
        most = view.size(limit) if limit is not None else None
        if most is not None and largest is not None and largest.size > most:
            told = f"{most} ({limit})" if isinstance(limit, str) else str(most)
            message = (
                f"The program of `{view.manifest.entry_point}` makes an array {largest.array} by `{largest.primitive}`,"
                f" of {largest.size} {unit}; no array here needs more than {told}. Reorder or split the work so that "
                "the large one is never made."
            )
            data: dict[str, JsonValue] = {"size": largest.size, "most": most, "unit": unit}
            return failed("jaxpr", "jaxpr.intermediate", message, largest.line, data=data)
    return None


def _written(primitive: str) -> str:
    return _WRITTEN.get(primitive, f"jax.lax.{primitive}")


CHECKS = {
    "jaxpr": Check(
        judge_jaxpr,
        {
            "jaxpr.missing": Code("a primitive that is asked for is not in the program"),
            "jaxpr.forbidden": Code("a primitive that is ruled out is in the program"),
            "jaxpr.unrolled": Code("the program grows with an argument's size by more than is allowed"),
            "jaxpr.constants": Code("too many bytes are baked into the program as constants"),
            "jaxpr.intermediate": Code("an intermediate array is larger than allowed"),
            "jaxpr.kernel_calls": Code("Pallas kernels are called more often than is allowed"),
            "jaxpr.kernel_steps": Code("a kernel's grid has fewer or more steps than is allowed"),
            "jaxpr.kernel_block": Code("a kernel gets a larger array in one step than is allowed, or more in all"),
            "jaxpr.kernel_outside": Code("something is computed from the arguments outside of the kernels"),
            "jaxpr.other_program": Code("the jaxpr gives a different answer from the call"),
            "jaxpr.unreadable": Code("the entry point can't be traced to a jaxpr"),
        },
        example="{require: [scan], growth: {parameters: [xs]}, max_intermediate: 2 * N}",
        study=True,
    ),
}
