"""Factories for manifests, cases and evidence from a sandbox without tampering, to override one thing at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.bundle.contents import Case, CaseCall, Manifest
from grader.package.files import Concepts, Limits, Parameter, Pool, Returns
from grader.package.specs import Checks
from grader.package.specs.outputs import InputsUnchangedSpec, RepeatSpec, RoundtripSpec, ValuesSpec
from grader.package.specs.programs import GrowthSpec, JaxprSpec, KernelSpec
from grader.package.specs.structure import JitSpec, NnxStateSpec, TracesSpec
from grader.protocol import Array, Frame, FrameKind, Make, Value, ValueWriter

JSON = dict[str, Any]

ALL_CHECKS = Checks(
    values=ValuesSpec(tolerance=8),
    repeat=RepeatSpec(ignoring=["count"]),
    inputs_unchanged=InputsUnchangedSpec(),
    jit=JitSpec(wrapper="nnx.jit", module="Linear", calls="count", defaults=True),
    nnx_state=NnxStateSpec(),
    roundtrip=RoundtripSpec(parameter="box"),
    jaxpr=JaxprSpec(
        require=["scan"],
        forbid=["sort"],
        growth=GrowthSpec(parameters=["x"]),
        kernel=KernelSpec(min_steps=2, max_steps="2 * N", max_block="2 * N", outside=["add"]),
        max_consts_bytes=8,
        max_intermediate="2 * N",
    ),
    traces=TracesSpec(),
)


def pack(*numbers: float, dtype: str = "float32") -> Array:
    array = np.array(numbers, dtype=dtype)
    return Array(dtype, array.shape, array.tobytes())


def make_manifest(checks: Checks = ALL_CHECKS, **overrides: Any) -> Manifest:  # noqa: ANN401 - fields of any type
    base = Manifest(
        slug="forward",
        uuid="11111111-2222-3333-4444-555555555555",
        name="Forward",
        track="Basics",
        track_position=1,
        difficulty=1,
        concepts=Concepts(teaches=["jit"]),
        credits="Nobody",
        license="Apache-2.0",
        entry_point="forward",
        defines=[],
        parameters=[
            Parameter(name=name, type=kind, about="a value")
            for name, kind in {"x": "float32[N]", "box": "Box", "count": "int"}.items()
        ],
        returns=Returns(type="float32[2]", about="numbers"),
        checks=checks,
        limits=Limits(time_s=20),
        pool=Pool(draw=1),
        statement="# Forward",
        lesson="# Lesson",
        hints=["Think."],
        starter="",
        warmup="",
        solution="",
    )
    return base.model_copy(update=overrides)


def make_call(
    x: float = 1.0, count: int = 2, label: str = "plain", traces: tuple[int, int] | None = (1, 1)
) -> CaseCall:
    args: dict[str, Value] = {"x": pack(x, 2.0), "box": Make("Box", {"scale": 3}), "count": float(count)}
    return CaseCall(label, args, pack(x, 4.0), traces)


def make_case(*calls: CaseCall, name: str = "sample-1") -> Case:
    """Return a case, by default with two calls on different inputs."""
    return Case(name, "a case", calls or (make_call(1.0, label="first"), make_call(3.0, label="second")))


def make_wrapper(**overrides: object) -> JSON:
    base = {"number": 0, "kind": "nnx.jit", "line": 7, "name": "fwd", "defined": 8, "in_call": True, "static": False}
    return base | overrides


def make_trace(**overrides: object) -> JSON:
    return {"name": "fwd", "line": 8, "ms": 1.5, "entered": [{"name": "fwd", "line": 8}]} | overrides


def make_segment(**overrides: object) -> JSON:
    return {"kind": "trace", "ms": 0.5, "name": "add", "line": None, "cached": False} | overrides


def make_module(**overrides: object) -> JSON:
    return {"input_traced": True, "params_traced": True, "in_wrapper": True} | overrides


def make_evidence(**overrides: object) -> JSON:
    """Return a sound solution's evidence from one call: traced once, called twice, nothing changed."""
    base: JSON = {
        "output": None,
        "unsendable": None,
        "seconds": 0.25,
        "inputs": None,
        "state": {"graphdef": True, "params": True},
        "roundtrip": {"error": None, "fields": {"scale": 3}, "same_structure": True},
        "traces": [make_trace()],
        "segments": [],
        "wrappers": [make_wrapper()],
        "called": [0, 0],
        "modules": [make_module()],
        "inner": [],
    }
    return base | overrides


def make_kernel(**overrides: Value) -> dict[str, Value]:
    """Return a kernel that the study `jaxpr` found in a sound solution."""
    kernel: dict[str, Value] = {
        "steps": 2,
        "block": {"size": 4, "array": "float32[4]"},
        "total": 8,
        "calls": 1,
        "line": 8,
    }
    return kernel | overrides


def make_program(**overrides: Value) -> dict[str, Value]:
    """Return the result of the study `jaxpr` for a sound solution."""
    largest: dict[str, Value] = {"size": 4, "array": "float32[4]", "primitive": "scan", "line": 8}
    base: dict[str, Value] = {
        "primitives": {"dot_general": 9, "scan": None},
        "consts_bytes": 8,
        "largest": {"elements": largest},
        "growth": [[8, 12], [16, 12]],
        "kernels": [make_kernel()],
        "outside": {"add": 9},
        "answer": None,
    }
    return base | overrides


STUDIED: JSON = {"jaxpr": make_program(), "repeat": []}
"""The results of the studies for a sound solution."""


def make_error(**overrides: object) -> JSON:
    base: JSON = {
        "type": "ValueError",
        "bases": ["ValueError", "Exception", "BaseException", "object"],
        "message": "no",
        "frames": [{"line": 4, "function": "fwd", "text": "raise ValueError('no')"}],
        "own": True,
    }
    return base | overrides


def make_frame(
    calls: list[JSON],
    outputs: list[Value],
    *,
    index: int = 0,
    error: JSON | None = None,
    studied: JSON | None = None,
    **header: object,
) -> Frame:
    """Return a CASE frame with one output for each call, and a sound solution's studies, except for `studied`."""
    writer = ValueWriter()
    written = [call | {"output": writer.write(output)} for call, output in zip(calls, outputs, strict=True)]
    brought = {name: {"found": found, "error": None} for name, found in STUDIED.items()}
    for name, study in (studied or {}).items():
        brought[name] = brought.get(name, {}) | study
    for study in brought.values():  # a sound program returns the result of the last call
        if outputs and isinstance(study["found"], dict) and study["found"].get("answer", "") is None:
            study["found"] = study["found"] | {"answer": outputs[-1]}
    studies = {name: study | {"found": writer.write(study["found"])} for name, study in brought.items()}
    base: dict[str, object] = {"index": index, "calls": written, "error": error, "studies": studies}
    return Frame(FrameKind.CASE, base | header, writer.payload)
