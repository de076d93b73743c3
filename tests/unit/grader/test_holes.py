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
from grader.inside.studies.sealed import ExportedProgram, export_derivatives, find_holes
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


def referee(use: Callable[..., Any]) -> Frame:
    """Export `use` with a hole; return the frame of the referee, which fills it with `hidden` and runs it on `X`."""
    return run(ExportedProgram(lambda x: use(stand_in("body", public), x), [jnp.zeros_like(X)]))


def run(made: ExportedProgram) -> Frame:
    """Return the frame of the referee, which fills a program's holes with `hidden` and runs it on `X`."""
    data, writer = made.module, ValueWriter()
    header: dict[str, object] = {
        "program": writer.write(Array("uint8", (len(data),), data)),
        "cases": [[{"x": writer.write(Array("float32", X.shape, X.tobytes()))}]],
        "draws": {},
        "keys": made.keys,
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


def jitted(f: Callable[..., Any]) -> Callable[..., Any]:
    return jax.jit(lambda row: call(f, row).sum())


JITTED: dict[str, tuple[Callable[[Callable[..., Any], Any], Any], list[list[str]]]] = {
    "grad": (lambda f, x: jax.grad(f)(x[0]), [["grad"]]),
    "used twice": (lambda f, x: (f(x[0]), x[0] - jax.grad(f)(x[0])), [[], ["grad"]]),
    "jvp of grad": (lambda f, x: jax.jvp(jax.grad(f), (x[0],), (x[1],))[1], [["grad"]]),
    "linearised grad": (lambda f, x: jax.vmap(jax.linearize(jax.grad(f), x[0])[1])(x), [["grad", "vmap"]]),
    "hessian": (lambda f, x: jax.hessian(f)(x[0]), [["grad", "vmap"]]),
    "grad of a scan": (
        lambda f, x: jax.grad(lambda x: jax.lax.scan(lambda c, row: (c + f(row), None), 0.0, x)[0])(x),
        [["grad", "scan"]],
    ),
}
"""Uses of a jitted function that calls a body once, and the contexts of the calls that the results depend on."""


@pytest.mark.parametrize("name", JITTED)
def test_calls_whose_results_are_not_used_leave_no_holes(name: str) -> None:
    use, contexts = JITTED[name]
    made = ExportedProgram(lambda x: use(jitted(stand_in("body", public)), x), [jnp.zeros_like(X)])
    frame: Any = run(made)
    assert sorted(hole["contexts"] for hole in frame.header["facts"]["holes"]) == contexts
    assert all(hole["count"] == 1 for hole in frame.header["facts"]["holes"])
    assert sorted(find_holes(made.jaxpr)) == [("body", tuple(one)) for one in contexts]
    for mine, theirs in zip(outputs(frame), jax.tree.leaves(use(jitted(hidden), jnp.asarray(X))), strict=True):
        np.testing.assert_allclose(np.frombuffer(mine.data, mine.dtype).reshape(mine.shape), theirs, 1e-5, 1e-5)


@pytest.mark.parametrize("name", ["a call", "vmap", "scan", "grad", "jvp", "cond", "checkpoint", "grad of scan"])
def test_samples_find_the_holes_that_the_referee_finds(name: str) -> None:
    made = ExportedProgram(lambda x: USES[name](stand_in("body", public), x), [jnp.zeros_like(X)])
    facts: Any = run(made).header["facts"]
    assert {tuple(hole["contexts"]) for hole in facts["holes"]} == {contexts for _, contexts in find_holes(made.jaxpr)}


def test_the_derivatives_of_a_jitted_function_have_only_holes_that_are_needed() -> None:
    def derive(f: Callable[..., Any]) -> list[Any]:
        seeds = ([jnp.float32(0)], [jnp.zeros_like(X)])
        options = {"wrt": ["x"], "modes": ["reverse"], "order": 2}
        made = export_derivatives(lambda x: f(stand_in("body", public))(x[0]), ["x"], options, [X * 0, seeds])
        return sorted(find_holes(made.jaxpr))

    plain = derive(lambda f: lambda row: call(f, row).sum())
    assert derive(jitted) == plain == [("body", ()), *[("body", ("grad",))] * 2]


def test_keys_are_kept_among_the_results() -> None:
    made = ExportedProgram(lambda key: {"key": jax.random.split(key)[0], "drawn": key}, [jax.random.key(0)])
    assert made.keys == [True, True]
    assert made.structure == {"drawn": 0, "key": 1}


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
