"""The facts about a problem that makers of fakes need, read from its manifest and its cases."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from grader.judge.compare import NDArray, to_numpy
from grader.package.parameters import FUNCTION
from grader.protocol import KEY, Array, Build

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Case
    from grader.package.files import ProblemFile
    from grader.protocol import Value

PROGRAMS: Final = ("jaxpr", "cost", "gradients", "modes", "remat", "sealed")
"""Checks that trace the entry point themselves, besides the calls of a case."""
WATCHED: Final = ("jit", "wrapped_by", "follows", "eager", "traces", "compiles")
"""Checks that ask for jitted functions."""
LAYERS: Final = {
    r"nnx\.(Linear|Conv|Einsum|LinearGeneral|ConvTranspose)\(": {"bias": 0.0},
    r"nnx\.(LayerNorm|GroupNorm|InstanceNorm)\(": {"scale": 1.0, "bias": 0.0},
    r"nnx\.RMSNorm\(": {"scale": 1.0},
    r"nnx\.BatchNorm\(": {"scale": 1.0, "bias": 0.0, "mean": 0.0, "var": 1.0},
}
"""Flax layers by their constructors, with the initial values of their variables, which have no effect."""


@dataclass(frozen=True)
class FakedProblem:
    """The facts about a problem that fakes depend on."""

    entry_point: str
    parameters: tuple[str, ...]
    wrapper: str | None
    """The wrapper of the jitted functions that a check watches, `jax.jit` or `nnx.jit`; None if none is watched."""
    function: str
    """The name that a watched function must have, or else an arbitrary one."""
    studied: bool
    """Whether a check traces the entry point itself."""
    sealed: bool
    """Whether hidden cases see only the exported program."""
    models: tuple[str, ...]
    """Parameters that take an object built by `bodies.py`."""
    changing: bool
    """Whether a call may or must change its models."""
    functions: tuple[str, ...]
    """Parameters that take a function of `bodies.py`."""
    arrays: tuple[str, ...]
    """Parameters that take an array of numbers in every call."""
    shapes: frozenset[tuple[tuple[int, ...], ...]]
    """The shapes of `arrays` in each call of the samples."""
    ranges: dict[str, tuple[float, float]]
    """The smallest and the largest number in the samples, for each of `arrays` that is floating-point."""
    calls: int
    """The maximum number of calls in a case."""
    neutral: dict[str, float]
    """The last names in the paths of the models' variables, with the value that has no effect."""


def subject_of(problem: ProblemFile, bodies: str, samples: Sequence[Case], pool: Sequence[Case]) -> FakedProblem:
    """Return the facts that fakes need about a problem with these cases; `bodies` is its `bodies.py`."""
    calls = [call.args for case in (*samples, *pool) for call in case.calls]
    shown = [call.args for case in samples for call in case.calls]
    names = tuple(parameter.name for parameter in problem.parameters)
    arrays = tuple(name for name in names if all(_is_numeric(args[name]) for args in calls))
    models = tuple(name for name in names if any(isinstance(args[name], Build) for args in calls))
    declared, state = problem.checks.declared(), problem.checks.nnx_state
    return FakedProblem(
        entry_point=problem.entry_point,
        parameters=names,
        wrapper=_find_wrapper(problem) if any(name in declared for name in WATCHED) else None,
        function=(problem.checks.wrapped_by and problem.checks.wrapped_by.function) or "forward",
        studied=any(name in declared for name in PROGRAMS),
        sealed=problem.checks.sealed is not None,
        models=models,
        changing=bool(state is not None and (state.may_change or state.must_change)),
        functions=tuple(parameter.name for parameter in problem.parameters if parameter.type == FUNCTION),
        arrays=arrays,
        shapes=frozenset(tuple(_shape_of(args[name]) for name in arrays) for args in shown) if arrays else frozenset(),
        ranges={name: found for name in arrays if (found := _range_of([args[name] for args in shown])) is not None},
        calls=max(len(case.calls) for case in (*samples, *pool)),
        neutral=_find_neutral(bodies) if models else {},
    )


def _find_wrapper(problem: ProblemFile) -> str:
    checks = problem.checks
    asked: list[str] = [checks.jit.wrapper] if checks.jit is not None else []
    asked += checks.wrapped_by.wrappers if checks.wrapped_by is not None else []
    asked += checks.follows.wrappers if checks.follows is not None else []
    return asked[0] if asked else "jax.jit"


def _is_numeric(value: Value) -> bool:
    return isinstance(value, Array) and value.dtype != KEY


def _shape_of(value: Value) -> tuple[int, ...]:
    return tuple(value.shape) if isinstance(value, Array) else ()


def _range_of(values: Sequence[Value]) -> tuple[float, float] | None:
    """Return the smallest and the largest finite number in floating-point arrays; None if there is none."""
    arrays = [to_numpy(value) for value in values if isinstance(value, Array)]
    floats = [array.astype(np.float64).ravel() for array in arrays if array.dtype.kind in "fV"]
    numbers: NDArray = np.concatenate(floats) if floats else np.zeros(0)
    numbers = numbers[np.isfinite(numbers)]
    return (float(numbers.min()), float(numbers.max())) if numbers.size else None


def _find_neutral(bodies: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for pattern, neutral in LAYERS.items():
        if re.search(pattern, bodies):
            found |= neutral
    return found
