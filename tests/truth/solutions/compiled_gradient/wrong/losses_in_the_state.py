"""The step writes into the array of losses, whose length is a new shape for each number of steps.

Class: retrace
Why: "whatever rate, number of steps, and numbers come"
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


@partial(jax.jit, static_argnames=("loss", "part"))
def step(loss, part, params, losses, i, xs, ys, rate):
    value, slope = jax.value_and_grad(lambda p: LOSSES[loss](predict(params | {part: p}, xs), ys))(params[part])
    return losses.at[i].set(value), params[part] - rate * slope


def fit(loss, part, params, xs, ys, rate, steps):
    losses = jnp.zeros(steps)
    for i in range(steps):
        losses, trained = step(loss, part, params, losses, i, xs, ys, rate)
        params = params | {part: trained}
    return losses, trained
