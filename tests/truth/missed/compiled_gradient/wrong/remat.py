"""Remat.

Class: numbers
Why: Breaks "run the network once in each step": the objective is under jax.checkpoint "to save memory", so that the
backward pass runs the network a second time. Seen at every input, in the work only (two tanh of (N, H) in a step);
numbers, traces and calls are right.
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
def descend(loss, part, trained, params, xs, ys, rate):
    @jax.checkpoint
    def objective(trained):
        return LOSSES[loss](predict(params | {part: trained}, xs), ys)

    value, slope = jax.value_and_grad(objective)(trained)
    return value, trained - rate * slope


def fit(loss, part, params, xs, ys, rate, steps):
    trained, losses = params[part], []
    for _ in range(steps):
        value, trained = descend(loss, part, trained, params, xs, ys, rate)
        losses.append(value)
    return jnp.stack(losses), trained
