"""Bounded history.

Class: other
Why: Breaks "the loss *before* each step, ... of shape `(steps,)`": one program with a loop of unknown length, and a
buffer for 1024 losses; later ones are dropped silently. Seen at steps = 1025, where the losses have the shape
(1024,). Up to there all is right.
"""

import functools

import jax
import jax.numpy as jnp

ROOM = 1024
LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


@functools.partial(jax.jit, static_argnums=(0, 1))
def train(loss, part, params, xs, ys, rate, steps):
    def objective(trained):
        return LOSSES[loss](predict(params | {part: trained}, xs), ys)

    def step(i, carry):
        trained, losses = carry
        value, slope = jax.value_and_grad(objective)(trained)
        return trained - rate * slope, losses.at[i].set(value)

    return jax.lax.fori_loop(0, steps, step, (params[part], jnp.zeros(ROOM)))


def fit(loss, part, params, xs, ys, rate, steps):
    trained, losses = train(loss, part, params, xs, ys, rate, steps)
    return losses[:steps], trained
