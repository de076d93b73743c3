"""Holes: functions of `bodies.py` that a program leaves open and the referee fills in, in every kind of call."""

from __future__ import annotations

import inspect
import json
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from grader.inside.holes import (
    MAX_OPERANDS,
    MAX_STEPS,
    HoleError,
    NoValuesError,
    fill,
    make_arguments,
    read_hole,
    stand_in,
)
from grader.inside.referee import judge_program
from grader.inside.studies.sealed import ExportedProgram
from grader.protocol import Array, Body, Frame, FrameKind, ValueReader, ValueWriter

if TYPE_CHECKING:
    from collections.abc import Callable

X = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]], np.float32)


def public(pair: dict[str, Any], scale: Any) -> tuple[Any, Any]:  # noqa: ANN401 - arrays
    """Imitate a function of `bodies.py` with trees of arguments and results, one of them an integer."""
    return jnp.sin(pair["a"]) * scale + pair["b"] ** 2, jnp.argmax(pair["a"])


def hidden(pair: dict[str, Any], scale: Any) -> tuple[Any, Any]:  # noqa: ANN401 - arrays
    """Imitate the referee's function: the same shapes, but other numbers."""
    return jnp.cos(pair["a"]) * scale - pair["b"], jnp.argmin(pair["a"])


def call(f: Callable[..., Any], row: Any) -> Any:  # noqa: ANN401 - arrays
    return f({"a": row, "b": row * 2}, row.sum())[0]


USES: dict[str, Callable[[Callable[..., Any], Any], Any]] = {
    "a call": lambda f, x: call(f, x[0]),
    "both results": lambda f, x: f({"a": x[0], "b": x[1]}, 2.0),
    "vmap": lambda f, x: jax.vmap(lambda row: call(f, row))(x),
    "vmap over columns": lambda f, x: jax.vmap(lambda row: call(f, row), in_axes=1, out_axes=1)(x),
    "vmap of one operand": lambda f, x: jax.vmap(lambda row: f({"a": row, "b": x[0]}, 2.0)[0])(x),
    "vmap twice": lambda f, x: jax.vmap(lambda a: jax.vmap(lambda b: f({"a": a, "b": b}, 1.0)[0])(x))(x),
    "scan": lambda f, x: jax.lax.scan(lambda c, row: (call(f, row) + c,) * 2, x[0], x)[1],
    "map": lambda f, x: jax.lax.map(lambda row: call(f, row), x),
    "jit": lambda f, x: jax.jit(lambda row: call(f, row))(x[0]) + jax.jit(lambda row: call(f, row))(x[1]),
    "cond": lambda f, x: jax.lax.cond(x[0, 0] > 0, lambda: call(f, x[0]), lambda: call(f, x[1])),
    "grad": lambda f, x: jax.grad(lambda row: call(f, row).sum())(x[0]),
    "jvp": lambda f, x: jax.jvp(lambda row: call(f, row), (x[0],), (x[1],)),
    "jacfwd": lambda f, x: jax.jacfwd(lambda row: call(f, row))(x[0]),
    "jacrev": lambda f, x: jax.jacrev(lambda row: call(f, row))(x[0]),
    "hessian": lambda f, x: jax.hessian(lambda row: call(f, row).sum())(x[0]),
    "reverse over reverse": lambda f, x: jax.grad(lambda r: jax.grad(lambda s: call(f, s).sum())(r).sum())(x[0]),
    "linearize": lambda f, x: jax.linearize(lambda row: call(f, row), x[0])[1](x[1]),
    "vmap of grad": lambda f, x: jax.vmap(jax.grad(lambda row: call(f, row).sum()))(x),
    "grad of scan": lambda f, x: jax.grad(
        lambda x: jax.lax.scan(lambda c, row: (call(f, row) + c, None), x[0], x)[0].sum()
    )(x),
    "grad of vmap": lambda f, x: jax.grad(lambda x: jax.vmap(lambda row: call(f, row))(x).sum())(x),
    "checkpoint": lambda f, x: jax.grad(jax.checkpoint(lambda row: call(f, row).sum()))(x[0]),
}


def referee(use: Callable[..., Any], program: bytes | None = None, keys: list[bool] | None = None) -> Frame:
    """Export `use` with a hole; return the frame of the referee, which fills it with `hidden` and runs it on `X`."""
    made = ExportedProgram(lambda x: use(stand_in("body", public), x), [jnp.zeros_like(X)])
    data, writer = made.module if program is None else program, ValueWriter()
    header: dict[str, object] = {
        "program": writer.write(Array("uint8", (len(data),), data)),
        "cases": [[{"x": writer.write(Array("float32", X.shape, X.tobytes()))}]],
        "draws": {},
        "keys": made.keys if keys is None else keys,
        "run": True,
        "cost": False,
        "custom_calls": [],
        "custom_call_families": [],
        "max_constants": 2**16,
    }
    return judge_program(Frame(FrameKind.JOB, header, writer.payload), {"body": hidden}, ["x"])


def outputs(frame: Frame) -> list[Any]:
    header: Any = frame.header
    assert header["refused"] is None
    reader = ValueReader(frame.payload)
    return [reader.read(leaf) for leaf in header["outputs"][0]]


@pytest.mark.parametrize("name", USES)
def test_filled_holes_give_what_the_function_itself_gives(name: str) -> None:
    got = outputs(referee(USES[name]))
    want = [np.asarray(leaf) for leaf in jax.tree.leaves(USES[name](hidden, jnp.asarray(X)))]
    assert len(got) == len(want)
    for mine, theirs in zip(got, want, strict=True):
        assert (mine.dtype, mine.shape) == (str(theirs.dtype), theirs.shape)
        np.testing.assert_allclose(np.frombuffer(mine.data, mine.dtype).reshape(mine.shape), theirs, 1e-5, 1e-5)


@pytest.mark.parametrize(
    ("name", "contexts"),
    [
        ("a call", [[]]),
        ("vmap", [["vmap"]]),
        ("scan", [["scan"]]),
        ("jacfwd", [["jvp", "vmap"]]),
        ("jacrev", [["grad", "vmap"]]),
        ("grad", [["grad"]]),
    ],
)
def test_holes_say_how_the_function_was_called(name: str, contexts: list[list[str]]) -> None:
    facts: Any = referee(USES[name]).header["facts"]
    assert [hole["contexts"] for hole in facts["holes"]] == contexts


def test_a_stand_in_has_no_values() -> None:
    with pytest.raises(NoValuesError, match="`body` has shapes but no values"):
        stand_in("body", public)({"a": jnp.ones(3), "b": jnp.ones(3)}, 2.0)


def test_a_stand_in_has_its_parameters_name_and_does_not_lead_to_the_function() -> None:
    (made,) = make_arguments({"f": Body("public")}, ["f"], {}, {"public": public})
    assert (made.__name__, made.__qualname__) == ("f", "f")
    assert not hasattr(made, "__wrapped__")
    assert inspect.signature(made) == inspect.signature(public)


GOOD = {"body": "f", "args": {"t": "list", "v": [0]}, "steps": []}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "[" * 100_000,
        *(
            json.dumps(GOOD | changed)
            for changed in (
                {"body": 3},
                {"args": {"t": "float", "v": "0x1p0"}},
                {"args": {"t": "array", "dtype": "float32", "shape": [1], "at": 0}},
                {"steps": [["map", [0]]] * (MAX_STEPS + 1)},
                {"steps": [["map", ["0"]]]},
                {"steps": [["map", [-1]]]},
                {"steps": [["map", [True]]]},
                {"steps": [["map", [0] * (MAX_OPERANDS + 1)]]},
                {"steps": [["jvp", []]]},
                {"steps": [["jvp", [MAX_OPERANDS]]]},
                {"steps": [["transpose", [0], [[["x"], "float32"]], 1]]},
                {"steps": [["transpose", [0], [[[1]]], 1]]},
                {"steps": [["eval", "print()"]]},
                {"steps": 3},
            )
        ),
    ],
)
def test_texts_that_no_hole_has_are_refused(text: str) -> None:
    with pytest.raises(HoleError):
        read_hole(text)


def test_the_text_of_a_hole_is_read_back() -> None:
    name, places, steps = read_hole(json.dumps(GOOD | {"steps": [["map", [0, None]], ["jvp", [0]]]}))
    assert (name, places, steps) == ("f", [0], (("map", (0, None)), ("jvp", (0,))))
    moved = fill(lambda x: x**2, places, (("jvp", (0,)),))
    assert float(moved(jnp.float32(3), jnp.float32(1))[0]) == 6.0
