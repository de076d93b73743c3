"""Studies of the entry point's derivatives.

Theory of operation. A weighted sum reduces outputs of any shape to one number, and parameters move along a direction.
Weights and direction are random numbers from a fixed seed, the same for submission and reference. `reverse` is the
gradient of the weighted sum, `forward` the outputs' change along the direction. Finite differences are computed for
each element of the outputs and then weighted, which avoids losing digits to a large constant output. The direction has
the signs of the gradient being checked, so the elements' contributions add up and can't cancel. A problem can have the
weights of some calls made small, since a rule with a fixed threshold gives a gradient that doesn't shrink with them.

A loss may call a function several times before any gradient flows back. So between the two passes of reverse mode
another call makes its forward pass: a rule that reads what the latest call left gets the other call's. In a program
that is exported, it is only traced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.inside.studies.subject import Study, Subject

    Function = Callable[..., list[Any]]
    Between = Callable[[], object]

SEED = 20240229
ZERO_ROW = 1
"""The row of the weights that is set to zero if a problem asks for it, as for outputs that a loss doesn't use."""
STEPS = tuple(2.0**-power for power in (5, 7, 9, 11, 13))
"""The step lengths of finite differences, relative to the largest magnitude of the parameters."""

_jit: Any = jax.jit
_vjp: Any = jax.vjp
_jvp: Any = jax.jvp
_flatten, _unflatten, _leaves = jax.tree.flatten, jax.tree.unflatten, jax.tree.leaves
_map: Any = jax.tree.map
_array, _issubdtype, _zeros_like = jnp.asarray, jnp.issubdtype, jnp.zeros_like
_eval_shape: Any = jax.eval_shape
_finfo: Any = jnp.finfo
_asarray, _default_rng = np.asarray, np.random.default_rng
_abs, _iscomplexobj, _isfinite, _max, _real = np.abs, np.iscomplexobj, np.isfinite, np.max, np.real
_shape, _sign, _sum, _where = np.shape, np.sign, np.sum, np.where


def make_derivatives(
    entry: Callable[..., Any],
    parameters: list[str],
    options: dict[str, Any],
    other: list[Any] | None = None,
    *,
    jitted: bool = True,
) -> Callable[..., Any]:
    """Return a function of the arguments, weights and a direction that returns outputs and derivatives by mode.

    `options` are `wrt`, `modes` and `order`; `other` are the arguments of another call, traced between the passes of
    reverse mode. Nothing is compared with finite differences. With `jitted`, the entry point is traced under
    `jax.jit`, so it can't tell by its arguments whether it is differentiated.
    """
    places = [parameters.index(name) for name in options["wrt"]]
    between = _trace_forward(*_of_inputs(entry, other, places)) if other is not None else None

    def derive(*given: Any) -> dict[str, Any]:  # noqa: ANN401 - arguments of any kind
        *arguments, (weights, direction) = given
        function, inputs = _of_inputs(_trace(entry) if jitted else entry, arguments, places)
        found = {
            mode: _derive(function, inputs, mode, weights, direction, options, between) for mode in options["modes"]
        }
        return {mode: orders for mode, (_, orders) in found.items()} | {
            "values": {mode: values for mode, (values, _) in found.items()}
        }

    return derive


def _trace(entry: Callable[..., Any]) -> Callable[..., Any]:
    """Return `entry` with all arrays among its arguments as arguments of one function made by `jax.jit`."""

    def traced(*arguments: Any) -> Any:  # noqa: ANN401 - arguments of any kind
        leaves, structure = _flatten(arguments)
        places = [place for place, leaf in enumerate(leaves) if hasattr(leaf, "dtype")]

        def run(arrays: list[Any]) -> Any:  # noqa: ANN401 - any result
            given = dict(enumerate(leaves)) | dict(zip(places, arrays, strict=True))
            return entry(*_unflatten(structure, given.values()))

        return _jit(run)([leaves[place] for place in places])

    return traced


def draw_seeds(subject: Subject, call: int, options: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """Return weights for a call's outputs and a direction for its parameters: random numbers from fixed seeds."""
    places = [subject.parameters.index(name) for name in options["wrt"]]
    function, inputs = _of_inputs(subject.entry, subject.arguments(call), places)
    scales = options.get("scales", [1.0])
    weights = _draw(function(*inputs), SEED + 1, scales[call % len(scales)])
    if options.get("zero_rows"):
        weights = [_clear_row(weight) for weight in weights]
    return weights, _draw(inputs, SEED)


def blank_seeds(
    entry: Callable[..., Any], arguments: list[Any], parameters: list[str], wrt: Sequence[str]
) -> tuple[list[Any], list[Any]]:
    """Return zeros as the weights of a function's outputs, whose shapes tracing tells, and as the direction."""
    function, inputs = _of_inputs(entry, arguments, [parameters.index(name) for name in wrt])
    weights: list[Any] = _eval_shape(function, *inputs)
    return _map(_zeros_like, weights), _map(_zeros_like, inputs)


def _clear_row(weight: Any) -> Any:  # noqa: ANN401 - an array of JAX's
    """Return weights with a row set to zero, as for outputs that a loss doesn't use: of two rows, none."""
    cleared = len(weight.shape) > 1 and weight.shape[0] not in {0, 2}
    return weight.at[min(ZERO_ROW, weight.shape[0] - 1)].set(0) if cleared else weight


def study_gradients(subject: Subject, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Return, for each call, the derivatives by mode and order, and finite differences for the first order.

    `values`: for each mode, the floating-point outputs of the differentiated call.

    `reverse`: for each order, a dict of the parameters' gradients. `forward`: for each order, the list of the
    floating-point outputs' changes. `numeric`: for each mode, the claimed derivative and the measured one.
    """
    return [_differentiate(subject, call, options) for call in range(len(subject.calls))]


def _differentiate(subject: Subject, call: int, options: dict[str, Any]) -> dict[str, Any]:
    arguments = subject.arguments(call)
    places = [subject.parameters.index(name) for name in options["wrt"]]
    function, inputs = _of_inputs(subject.entry, arguments, places)
    weights, direction = draw_seeds(subject, call, options)
    found: dict[str, Any] = {"numeric": [], "values": {}}
    following = (call + 1) % len(subject.calls)
    other, moved = _of_inputs(subject.entry, subject.arguments(following), places)
    between = (lambda: _vjp(other, *moved)) if following != call else None
    alone = call % 2 == 1 and len(places) > 1 and options["order"] == 1
    for mode in options["modes"]:
        if alone:
            derived = _derive_each(subject.entry, arguments, places, mode, (weights, direction), options, between)
        else:
            derived = _derive(function, inputs, mode, weights, direction, options, between)
        found["values"][mode], found[mode] = derived
        if options["numeric"]:
            first = list(found[mode][0].values()) if mode == "reverse" else found[mode][0]
            along = _align(first, direction) if mode == "reverse" else direction
            claimed = _dot(first, along if mode == "reverse" else weights)
            found["numeric"].append(
                {"mode": mode, "claimed": claimed, "measured": _measure(function, inputs, along, weights)}
            )
    return found


def _of_inputs(entry: Callable[..., Any], arguments: list[Any], places: list[int]) -> tuple[Function, list[Any]]:
    """Return the floating-point outputs as a function of the arguments at `places`, and those arguments."""

    def function(*moved: Any) -> list[Any]:  # noqa: ANN401 - parameters of any structure
        given = list(arguments)
        for at, value in zip(places, moved, strict=True):
            given[at] = value
        return [leaf for leaf in _leaves(entry(*given)) if _is_inexact(leaf)]

    return function, [arguments[at] for at in places]


def _trace_forward(function: Function, inputs: list[Any]) -> Between:
    """Return a function that traces the forward pass of a call, and computes nothing."""
    return lambda: _eval_shape(lambda *moved: _vjp(function, *moved)[0], *inputs)


def _derive(
    function: Function,
    inputs: list[Any],
    mode: str,
    weights: list[Any],
    direction: list[Any],
    options: dict[str, Any],
    between: Between | None,
) -> tuple[list[Any], list[Any]]:
    """Return outputs and derivatives in a mode: for each order, the gradients by parameter or the outputs' changes.

    The outputs come from the same call that is differentiated and are judged too: otherwise the derivatives could
    belong to a different answer.
    """
    reverse = mode == "reverse"
    seed = weights if reverse else direction

    def derive(function: Function, seed: list[Any]) -> Function:
        return _reverse(function, seed, between) if reverse else _forward(function, seed)

    values, *orders = derive(function, seed)(*inputs)
    if options["order"] > 1:
        orders.append(derive(lambda *moved: derive(function, seed)(*moved)[1], direction)(*inputs)[1])
    return values, [dict(zip(options["wrt"], order, strict=True)) for order in orders] if reverse else orders


def _derive_each(
    entry: Callable[..., Any],
    arguments: list[Any],
    places: list[int],
    mode: str,
    seeds: tuple[list[Any], list[Any]],
    options: dict[str, Any],
    between: Between | None,
) -> tuple[list[Any], list[Any]]:
    """Do as `_derive` does for the first order, but differentiate with respect to one parameter after the other.

    A rule for several parameters must be right for each of them alone: `jax.grad(function, argnums=1)`.
    """
    weights, direction = seeds
    parts = []
    for name, place, moved in zip(options["wrt"], places, direction, strict=True):
        function, inputs = _of_inputs(entry, arguments, [place])
        parts.append(_derive(function, inputs, mode, weights, [moved], options | {"wrt": [name]}, between))
    firsts = [first for _, [first] in parts]
    if mode == "reverse":
        return parts[0][0], [{name: gradient for first in firsts for name, gradient in first.items()}]
    return parts[0][0], [_map(lambda *changes: sum(changes), *firsts)]


def _reverse(function: Function, weights: list[Any], between: Between | None) -> Function:
    """Return a function that returns the outputs, and the gradient of their weighted sum by parameter.

    `between` is called when the forward pass is done and the backward pass isn't.
    """

    def gradient(*inputs: Any) -> list[Any]:  # noqa: ANN401
        values, pull = _vjp(function, *inputs)
        if between is not None:
            between()
        return [list(values), list(pull(weights))]

    return gradient


def _forward(function: Function, direction: list[Any]) -> Function:
    """Return a function that returns the outputs, and their change along a direction."""

    def change(*inputs: Any) -> list[Any]:  # noqa: ANN401
        return [list(part) for part in _jvp(function, tuple(inputs), tuple(direction))]

    return change


def _measure(function: Function, inputs: list[Any], along: list[Any], weights: list[Any]) -> list[list[float]]:
    """Return the weighted change of the outputs along a direction, for several step lengths.

    Each step with finite values gives the forward difference, the backward difference, and their rounding error.
    """
    scale = max([float(_max(_abs(_wide(leaf)), initial=0.0)) for leaf in _leaves(inputs)]) or 1.0
    here = function(*inputs)
    measured = []
    for step in STEPS:
        width = step * scale
        ahead, behind = (function(*_move(inputs, along, sign * width)) for sign in (1, -1))
        changes = [_dot(_subtract(ahead, here), weights) / width, _dot(_subtract(here, behind), weights) / width]
        noise = _rounding(here, weights) / width
        if _isfinite([*changes, noise]).all():
            measured.append([*changes, noise])
    return measured


def _subtract(first: list[Any], second: list[Any]) -> list[Any]:
    return [_wide(one) - _wide(other) for one, other in zip(first, second, strict=True)]


def _rounding(values: list[Any], weights: list[Any]) -> float:
    """Return how much rounding of the elements may change their weighted sum, if the errors are independent."""
    total = 0.0
    for value, weight in zip(values, weights, strict=True):
        eps = float(_finfo(value.dtype).eps)
        total += float(_sum(_abs(_wide(weight) * _wide(value) * eps) ** 2))
    return float(total**0.5)


def _move(inputs: list[Any], along: list[Any], step: float) -> list[Any]:
    def move(value: Any, part: Any) -> Any:  # noqa: ANN401
        return (value + step * part).astype(value.dtype)

    return list(_map(move, inputs, along))


def _align(gradient: list[Any], direction: list[Any]) -> list[Any]:
    """Return the direction with the signs of the gradient's nonzero elements."""

    def align(slope: Any, part: Any) -> Any:  # noqa: ANN401
        signs = _sign(_real(_wide(slope)))
        return _array(_where(signs == 0, _wide(part), signs * _abs(_wide(part))), part.dtype)

    return list(_map(align, gradient, direction))


def _dot(values: list[Any], weights: list[Any]) -> float:
    pairs = zip(_leaves(values), _leaves(weights), strict=True)
    return float(sum(_sum(_real(_wide(value) * _wide(weight))) for value, weight in pairs))


def _draw(values: list[Any], seed: int, scale: float = 1.0) -> list[Any]:
    """Return random numbers in the structure, shapes and dtypes of `values`: `scale` times 0.5 to 1.5, either sign."""
    rng = _default_rng(seed)
    leaves, structure = _flatten(values)
    drawn = [
        _array(scale * rng.uniform(0.5, 1.5, _shape(leaf)) * rng.choice((-1, 1), _shape(leaf)), leaf.dtype)
        for leaf in leaves
    ]
    return list(_unflatten(structure, drawn))


def _is_inexact(leaf: Any) -> bool:  # noqa: ANN401
    return hasattr(leaf, "dtype") and bool(_issubdtype(leaf.dtype, jnp.inexact))


def _wide(array: Any) -> Any:  # noqa: ANN401
    values = _asarray(array)
    return values.astype(np.complex128 if _iscomplexobj(values) else np.float64)


STUDIES: dict[str, Study] = {"gradients": study_gradients}
