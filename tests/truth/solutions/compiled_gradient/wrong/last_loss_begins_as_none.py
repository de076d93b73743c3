"""Hands the last loss to each step, for a log of the progress; before the first step it is None.

Class: retrace
Why: With two or more steps, JAX traces twice for a loss and part, once with None and once with an array: "once for each loss and part".
"""

import functools

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


@functools.partial(jax.jit, static_argnums=(0, 1))
def step(loss, part, trained, last, params, xs, ys, rate):
    def objective(trained):
        return LOSSES[loss](predict(params | {part: trained}, xs), ys)

    value, slope = jax.value_and_grad(objective)(trained)
    progress = jnp.zeros_like(value) if last is None else last - value
    return value, trained - rate * slope, progress


def fit(loss, part, params, xs, ys, rate, steps):
    trained, last, losses, log = params[part], None, [], []
    for _ in range(steps):
        last, trained, progress = step(loss, part, trained, last, params, xs, ys, rate)
        losses.append(last)
        log.append(progress)
    return jnp.stack(losses), trained
