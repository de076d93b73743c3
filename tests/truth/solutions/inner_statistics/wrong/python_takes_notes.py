"""Sends the numbers of each step through Python, which writes them down and hands them back.

Class: host
Why: the loop calls back into Python by jax.pure_callback in each step, which the statement forbids ("Host callbacks are not allowed").
"""

import jax
import jax.numpy as jnp

notes = []
_delegate = getattr(jax, "_".join(("pure", "callback")))


def _write_down(*numbers):
    notes.append([float(number) for number in numbers])
    return numbers


def fit(predict, weights, xs, ys, rate):
    number = jax.ShapeDtypeStruct((), jnp.float32)

    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(weights, batch):
        (loss, activity), slope = jax.value_and_grad(loss_of, has_aux=True)(weights, *batch)
        steepness = jnp.sqrt(jnp.square(slope).sum())
        return weights - rate * slope, _delegate(_write_down, (number,) * 3, loss, activity, steepness)

    weights, statistics = jax.lax.scan(step, weights, (xs, ys))
    return (weights, *statistics)
