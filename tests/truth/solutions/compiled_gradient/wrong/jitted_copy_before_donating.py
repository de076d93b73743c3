"""Donates the trained part, after a jitted copy has saved the caller's array.

Class: dispatches
Why: with the copy, jitted functions are called steps + 1 times (twice for steps = 1), where the statement allows at most `steps` calls.
"""

import functools

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}

_save = jax.jit(jnp.copy)


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


@functools.partial(jax.jit, static_argnums=(0, 1), donate_argnums=(2,))
def _step(loss, part, trained, frozen, xs, ys, rate):
    def objective(trained):
        return LOSSES[loss](predict(frozen | {part: trained}, xs), ys)

    value, slope = jax.value_and_grad(objective)(trained)
    return value, trained - rate * slope


def fit(loss, part, params, xs, ys, rate, steps):
    frozen = {name: array for name, array in params.items() if name != part}
    trained, losses = _save(params[part]), []
    for _ in range(steps):
        value, trained = _step(loss, part, trained, frozen, xs, ys, rate)
        losses.append(value)
    return jnp.stack(losses), trained
