"""Which numbers a call may pass to a watched function, and how its arguments are varied to see what depends on them."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx

from grader.inside.numbers import Numbers, adds_nothing, move, move_models, read_all
from grader.inside.wire import to_numpy
from grader.protocol import KEY, Array, Build, Make

X = np.array([1.5, -2.25, 0.1], np.float32)
SEED = bytes(range(16))


def pack(array: np.ndarray[Any, Any]) -> Array:
    return Array(array.dtype.name, array.shape, array.tobytes())


def test_numbers_of_arguments_are_given_and_a_few_others_are_told() -> None:
    given = Numbers([jnp.asarray(X), 0.3])
    assert given.find_others(jnp.asarray(X[::-1])) == []
    assert given.find_others(jnp.asarray([1.0, 0.3, 7.0], jnp.float32)) == [1, 7], (
        "whole numbers, and one that was given"
    )
    assert given.find_others(jnp.asarray([0.25, 1.5, 0.75])) == [0.25, 0.75]
    assert given.find_others(jnp.asarray([0.5 + 0.25j])) == [0.25, 0.5]
    assert given.find_others(jnp.linspace(0.01, 0.09, 5)) is None


def test_many_whole_numbers_are_told_as_one() -> None:
    given = Numbers([jnp.asarray(X)])
    (print_of_nine,) = given.find_others(jnp.arange(9)) or [0.0]
    assert given.find_others(np.arange(9)) == [print_of_nine], "the same again"
    assert given.find_others(jnp.arange(9)[::-1]) != [print_of_nine]
    assert len(given.find_others(jnp.arange(9) > 4) or ()) == 1
    assert len(given.find_others(jnp.arange(200.0)) or ()) == 1
    assert given.find_others(jnp.arange(9.0)) == list(range(1, 9))


def test_zero_is_given_as_a_floating_point_number_and_not_as_a_whole_one() -> None:
    given = Numbers([])
    assert given.find_others(jnp.asarray([0.0, -0.0], jnp.bfloat16)) == []
    assert given.find_others(jnp.asarray([0.0, 0.5])) == [0.5]
    assert given.find_others(jnp.zeros(2, int)) != []


def test_numbers_that_are_not_finite_or_were_rounded_are_looked_up_like_all_others() -> None:
    given = Numbers([jnp.asarray([jnp.nan, jnp.inf, 0.1, 3.5], jnp.float32)])
    assert given.find_others(jnp.asarray([jnp.nan, -jnp.inf])) == []
    assert given.find_others(jnp.asarray([0.1, 3.5, 4.5], jnp.bfloat16)) == [4.5]
    assert given.find_others(jnp.asarray([-9.5, 99.5])) == [-9.5, 99.5], "below and above all that were given"


def test_whole_numbers_that_a_watched_function_returned_are_given() -> None:
    given = Numbers([])
    given.add(jnp.arange(9))
    given.add(jnp.arange(20, 23))
    assert given.find_others(jnp.arange(9)) == []
    assert given.find_others(jnp.asarray(22)) == []
    assert given.find_others(jnp.arange(8)) != [], "a part of an array can be as long as what NumPy computed"
    assert given.find_others(jax.random.key(0)) == []


def test_arrays_are_moved_and_nothing_else() -> None:
    arguments: dict[str, Any] = {
        "x": pack(X),
        "parts": [pack(np.array([np.inf, 0, 4], np.float16)), (pack(np.arange(3)), 2.5)],
        "box": Make("Box", {"vec": pack(X), "scale": 3}),
        "model": Build("make", {"seed": 1}),
        "key": Array(KEY, (), bytes(8)),
    }
    moved: dict[str, Any] = move(arguments, SEED)
    assert moved == move(arguments, SEED) != move(arguments, bytes(16))
    x, (halves, rest), box = moved["x"], moved["parts"], moved["box"]
    ratio = to_numpy(x) / X
    assert ((ratio > 0.74) & (ratio < 1) & (x.shape == X.shape)).all()
    assert to_numpy(halves)[:2].tolist() == [np.inf, 0]
    assert halves.dtype == "float16"
    assert rest == arguments["parts"][1]
    assert (box.fields["scale"], box.fields["vec"] == pack(X)) == (3, False)
    assert (moved["model"], moved["key"]) == (arguments["model"], arguments["key"])


def test_variables_of_models_are_moved_in_place() -> None:
    model = nnx.BatchNorm(3, rngs=nnx.Rngs(0))
    scale, before = model.scale, np.asarray(model.var[...])
    move_models([[model], 3], SEED)
    assert model.scale is scale
    assert (np.asarray(model.var[...]) < before).all()
    assert isinstance(model.mean, nnx.BatchStat)


def test_moved_variables_need_no_other_program() -> None:
    """JAX would compile again if an array became committed, or no longer were."""
    model = nnx.Linear(2, 3, rngs=nnx.Rngs(0))
    model.kernel[...] = jax.device_put(model.kernel[...], jax.devices()[0])
    before = np.asarray(model.kernel[...])
    move_models([model], SEED)
    assert (np.asarray(model.kernel[...]) != before).any()
    assert model.kernel[...].committed
    model = nnx.Linear(2, 3, rngs=nnx.Rngs(0))
    move_models([model], SEED)
    assert not model.kernel[...].committed


def test_a_call_adds_nothing_where_all_that_comes_out_went_in() -> None:
    given = read_all([jnp.asarray(X), 2.0, 3])
    assert given is not None
    assert adds_nothing([jnp.asarray(X[:1]), jnp.arange(3), jnp.full(2, 2.0)], given)
    assert not adds_nothing([jnp.asarray(X) * 2], given)
    assert adds_nothing([jax.random.key(0)], given)
    assert not adds_nothing([jnp.asarray([1.5, 0.2])], given), "the first number went in, the second didn't"
    assert not adds_nothing([jnp.asarray([jnp.nan])], given)
    nothing = read_all([])
    assert nothing is not None
    assert adds_nothing([jnp.zeros(0)], nothing)
    assert not adds_nothing([jnp.zeros(1)], nothing)
