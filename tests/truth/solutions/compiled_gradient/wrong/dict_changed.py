"""Writes the new part into the dict that it was given.

Class: state
Why: "It must stay as it is."
"""

from functools import partial

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


@partial(jax.jit, static_argnums=(0, 1), donate_argnums=2)
def step(loss, part, params, xs, ys, rate):
    value, slope = jax.value_and_grad(lambda p: LOSSES[loss](predict(params | {part: p}, xs), ys))(params[part])
    return value, params | {part: params[part] - rate * slope}


def fit(loss, part, params, xs, ys, rate, steps):
    losses = []
    for _ in range(steps):
        value, new = step(loss, part, params, xs, ys, rate)
        params.update(new)
        losses.append(value)
    return jnp.stack(losses), params[part]
