"""The logistic loss is written as log(1 + exp(-y p)), which is infinite (and its slope NaN) for a very wrong prediction.
Breaks the definition with `jnp.logaddexp(0, -ys * predicted)` for large ys * predicted below zero.
Class: numbers
"""
import functools

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.log(1 + jnp.exp(-ys * predicted))),
}


@functools.partial(jax.jit, static_argnums=(0, 1))
def step(loss, part, trained, params, xs, ys, rate):
    def objective(trained):
        now = params | {part: trained}
        return LOSSES[loss](jnp.tanh(xs @ now["inner"]) @ now["outer"], ys)

    value, slope = jax.value_and_grad(objective)(trained)
    return value, trained - rate * slope


def fit(loss, part, params, xs, ys, rate, steps):
    trained, losses = params[part], []
    for _ in range(steps):
        value, trained = step(loss, part, trained, params, xs, ys, rate)
        losses.append(value)
    return jnp.stack(losses), trained
