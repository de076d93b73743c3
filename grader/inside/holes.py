"""Holes: calls of functions of `bodies.py` in a traced program, which the referee fills in later.

Theory of operation. In the learner's sandbox, the entry point gets stand-ins for these functions. A stand-in binds one
primitive, `body_hole`, which knows only shapes and dtypes (from abstract evaluation of the public function). JAX's
transformations can't see inside the primitive, so each is recorded as a step: `jax.vmap` with the mapped axes,
`jax.jvp` with the operands that have tangents, and transposition with the operands in which the function is linear. In
StableHLO a hole is a custom call whose configuration names the function and its steps. The referee applies the same
steps, as JAX's own transformations, to a function that the learner's process never had (`variation.py`). So a
submission that copies the public code or rewrites its formula computes wrong numbers, and the program shows how it
calls a body.
"""

from __future__ import annotations

import functools
import inspect
import json
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.ffi import ffi_lowering
from jax.interpreters import ad, batching, mlir

from grader.inside.closing import close
from grader.inside.wire import to_argument, to_value
from grader.protocol import Body, ProtocolError, ValueReader, ValueWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from grader.protocol import Value

    Function = Callable[..., Any]
    Step = tuple[Any, ...]
    """`("map", axes)`, `("jvp", wrt)` or `("transpose", wrt, shapes, count)`: see `apply_steps`."""
    Steps = tuple[Step, ...]

TARGET = "jaxdojo.body"
"""The target name of the custom calls that represent holes."""
PLAIN_TEXT = 2
"""The API version of custom calls whose configuration is text."""
MAX_STEPS = 16
MAX_OPERANDS = 256

HOLE = "body_hole"
_hole = Primitive(HOLE)
_hole.multiple_results = True
_flatten, _unflatten, _structure = jax.tree.flatten, jax.tree.unflatten, jax.tree.structure
_eval_shape: Any = jax.eval_shape
_linear_transpose: Any = jax.linear_transpose
_jvp: Any = jax.jvp
_vmap, _asarray, _issubdtype = jax.vmap, jnp.asarray, jnp.issubdtype


class NoValuesError(Exception):
    """A stand-in was called in a place that needs its values immediately."""


class HoleError(Exception):
    """A hole's text is not one that `body_hole` writes, or it doesn't fit its function."""


def make_arguments(
    arguments: Mapping[str, Value], parameters: Sequence[str], classes: Mapping[str, Any], bodies: Mapping[str, Any]
) -> list[Any]:
    """Return the arguments of a call in the order of `parameters`, with stand-ins for functions of `bodies.py`."""
    names = {value.name for value in arguments.values() if isinstance(value, Body)}
    given = {name: stand_in(name, value) if name in names else value for name, value in bodies.items()}
    made = [to_argument(arguments[parameter], classes, given) for parameter in parameters]
    for parameter, argument in zip(parameters, made, strict=True):
        if isinstance(arguments[parameter], Body):
            argument.__name__ = argument.__qualname__ = parameter
    return made


def stand_in(name: str, body: Function) -> Function:
    """Return a function each of whose calls leaves a hole, with the result shapes and the signature of `body`.

    It doesn't lead to `body`, and looks as the function of a sample does.
    """

    def call(*args: Any) -> Any:  # noqa: ANN401 - a body takes and returns any arrays
        operands, structure = _flatten(args)
        operands = [_asarray(operand) for operand in operands]
        named = Named(name, structure, body)
        results = _evaluate_results(named, tuple((operand.shape, operand.dtype) for operand in operands))
        return _unflatten(_structure(results), _hole.bind(*operands, body=named, steps=()))

    call.__module__, call.__doc__ = body.__module__, body.__doc__
    vars(call)["__signature__"] = inspect.signature(body)
    return call


class Named:
    """A body with the structure of its arguments, as a parameter of the primitive."""

    def __init__(self, name: str, structure: Any, body: Function) -> None:  # noqa: ANN401 - JAX's own type
        """Refer to `body` as `name`; its arguments have this structure."""
        self.name = name
        self.structure = structure
        self.body = body

    def flat(self, *operands: Any) -> list[Any]:  # noqa: ANN401 - arrays
        """Call the body with flat operands, and return flat results."""
        return list(_flatten(self.body(*_unflatten(self.structure, operands)))[0])

    def __eq__(self, other: object) -> bool:
        """Compare by function and structure."""
        return isinstance(other, Named) and (self.body, self.structure) == (other.body, other.structure)

    def __hash__(self) -> int:
        """Hash consistently with `__eq__`."""
        return hash((self.body, self.structure))

    def __repr__(self) -> str:
        """Return the name."""
        return self.name


def apply_steps(flat: Function, steps: Steps) -> Function:
    """Apply the transformations in `steps` to `flat`, a function that maps operands to a list of arrays.

    `map` maps over these axes. `jvp` returns the results' tangents; it takes the operands, and the tangents of those in
    `wrt`. `transpose` takes a function of `count` operands that is linear in those in `wrt`, which have these shapes;
    its result takes the other operands and the cotangents.
    """
    for kind, *options in steps:
        flat = _TRANSFORMS[kind](flat, *options)
    return flat


def _map(flat: Function, axes: tuple[int | None, ...]) -> Function:
    return _vmap(flat, in_axes=axes)


def _push(flat: Function, wrt: tuple[int, ...]) -> Function:
    def push(*given: Any) -> list[Any]:  # noqa: ANN401
        operands, tangents = given[: -len(wrt)], given[-len(wrt) :]

        def of_some(*some: Any) -> list[Any]:  # noqa: ANN401
            filled = list(operands)
            for at, value in zip(wrt, some, strict=True):
                filled[at] = value
            return list(flat(*filled))

        moved = _jvp(of_some, tuple(operands[at] for at in wrt), tuple(tangents))[1]
        return [tangent for tangent in moved if _issubdtype(tangent.dtype, jnp.inexact)]

    return push


def _turn(flat: Function, wrt: tuple[int, ...], shapes: Sequence[tuple[tuple[int, ...], str]], count: int) -> Function:
    def pull(*given: Any) -> list[Any]:  # noqa: ANN401
        rest, cotangents = given[: count - len(wrt)], given[count - len(wrt) :]

        def linear(*some: Any) -> list[Any]:  # noqa: ANN401
            filled = list(rest)
            for at, value in zip(wrt, some, strict=True):  # in ascending order, so each ends up at its index
                filled.insert(at, value)
            return list(flat(*filled))

        avals = [jax.ShapeDtypeStruct(tuple(shape), np.dtype(dtype)) for shape, dtype in shapes]
        return list(_linear_transpose(linear, *avals)(list(cotangents)))

    return pull


_TRANSFORMS: dict[str, Callable[..., Function]] = {"map": _map, "jvp": _push, "transpose": _turn}


# The primitive -----------------------------------------------------------------------------------------------


def _refuse_values(*_: Any, body: Named, steps: Steps) -> list[Any]:  # noqa: ANN401, ARG001 - JAX's signature
    raise NoValuesError(f"`{body.name}` has shapes but no values while JAX makes the program")


@functools.lru_cache(maxsize=512)
def _evaluate_results(body: Named, given: tuple[Any, ...]) -> Any:  # noqa: ANN401 - shapes in any structure
    operands = [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in given]
    return _eval_shape(body.body, *_unflatten(body.structure, operands))


@functools.lru_cache(maxsize=512)
def _evaluate_flat(body: Named, steps: Steps, given: tuple[Any, ...]) -> list[Any]:
    operands = [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in given]
    return list(_eval_shape(apply_steps(body.flat, steps), *operands))


def _evaluate_shapes(*avals: Any, body: Named, steps: Steps) -> list[Any]:  # noqa: ANN401 - JAX's own types
    results = _evaluate_flat(body, steps, tuple((aval.shape, aval.dtype) for aval in avals))
    return [jax.core.ShapedArray(one.shape, one.dtype) for one in results]


def _note_map(args: Sequence[Any], axes: Sequence[Any], *, body: Named, steps: Steps) -> tuple[list[Any], list[int]]:
    mapped = tuple(axis if isinstance(axis, int) else None for axis in axes)
    results = _hole.bind(*args, body=body, steps=(*steps, ("map", mapped)))
    return results, [0] * len(results)


def _note_jvp(primals: Sequence[Any], tangents: Sequence[Any], *, body: Named, steps: Steps) -> Any:  # noqa: ANN401
    results = _hole.bind(*primals, body=body, steps=steps)
    wrt = tuple(
        at
        for at, (primal, tangent) in enumerate(zip(primals, tangents, strict=True))
        if type(tangent) is not ad.Zero and _issubdtype(primal.dtype, jnp.inexact)
    )
    moved = iter(_hole.bind(*primals, *(tangents[at] for at in wrt), body=body, steps=(*steps, ("jvp", wrt))))
    return results, [
        next(moved) if _issubdtype(result.dtype, jnp.inexact) else ad.Zero(jax.typeof(result).to_tangent_aval())
        for result in results
    ]


def _note_transpose(cotangents: Sequence[Any], *args: Any, body: Named, steps: Steps) -> list[Any]:  # noqa: ANN401
    wrt = tuple(at for at, arg in enumerate(args) if ad.is_undefined_primal(arg))
    shapes = tuple((args[at].aval.shape, str(args[at].aval.dtype)) for at in wrt)
    step = ("transpose", wrt, shapes, len(args))
    rest = [arg for arg in args if not ad.is_undefined_primal(arg)]
    whole = [ad.instantiate_zeros(cotangent) for cotangent in cotangents]
    pulled = iter(_hole.bind(*rest, *whole, body=body, steps=(*steps, step)))
    return [next(pulled) if at in wrt else None for at in range(len(args))]


def _lower(ctx: Any, *operands: Any, body: Named, steps: Steps) -> Any:  # noqa: ANN401 - JAX's own types
    lower = ffi_lowering(TARGET, backend_config=describe_hole(body, steps), api_version=PLAIN_TEXT)
    return lower(ctx, *operands)


# Text of holes -----------------------------------------------------------------------------------------------


def describe_hole(body: Named, steps: Steps) -> str:
    """Return the configuration text of a hole's custom call."""
    places = list(_unflatten(body.structure, range(body.structure.num_leaves)))
    return json.dumps({"body": body.name, "args": ValueWriter().write(to_value(places)), "steps": steps})


def read_hole(text: str) -> tuple[str, list[Any], Steps]:
    """Return a hole's function, the positions of its operands in its arguments, and its steps; raise `HoleError`.

    The text comes from the learner's process. A text that doesn't fit the operands fails when the hole is filled.
    """
    try:
        node = json.loads(text)
        places, steps = ValueReader(b"").read(node["args"]), tuple(_read_step(step) for step in node["steps"])
        if not isinstance(node["body"], str) or not isinstance(places, list) or len(steps) > MAX_STEPS:
            raise HoleError("a hole's text lacks something")
    except (ValueError, KeyError, TypeError, RecursionError, ProtocolError) as error:
        raise HoleError(f"a hole's text is malformed: {type(error).__name__}") from error
    return node["body"], places, steps


def name_contexts(steps: Steps, *, in_loop: bool) -> tuple[str, ...]:
    """Return the contexts of a call, sorted, as the check `body` names them; `steps` are those of its hole."""
    kinds = {step[0] for step in steps}
    mode = "grad" if "transpose" in kinds else "jvp"
    found = {"vmap": "map" in kinds, "scan": in_loop, mode: not kinds.isdisjoint({"jvp", "transpose"})}
    return tuple(sorted(context for context, there in found.items() if there))


def _read_step(step: Any) -> Step:  # noqa: ANN401 - JSON
    match step:
        case ["map", list(axes)] if len(axes) <= MAX_OPERANDS and all(axis is None or _is_place(axis) for axis in axes):
            return "map", tuple(axes)
        case ["jvp", list(wrt)] if wrt and all(map(_is_place, wrt)):
            return "jvp", tuple(wrt)
        case ["transpose", list(wrt), list(shapes), int(count)] if wrt and all(map(_is_place, [*wrt, count])):
            return "transpose", tuple(wrt), [(tuple(map(int, shape)), str(dtype)) for shape, dtype in shapes], count
    raise HoleError("a step of a hole is malformed")


def _is_place(value: object) -> bool:
    return type(value) is int and 0 <= value < MAX_OPERANDS


def fill(body: Function, places: list[Any], steps: Steps) -> Function:
    """Return the function of operands that fills a hole of `body`."""
    structure = _structure(places)
    return apply_steps(Named("", structure, body).flat, steps)


_hole.def_impl(close(_refuse_values))
_hole.def_abstract_eval(close(_evaluate_shapes))
batching.primitive_batchers[_hole] = close(_note_map)
ad.primitive_jvps[_hole] = close(_note_jvp)
ad.primitive_transposes[_hole] = close(_note_transpose)
mlir.register_lowering(_hole, close(_lower))
