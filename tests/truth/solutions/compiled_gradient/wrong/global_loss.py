"""The loss is a global that the trace reads, and the part is static.

Class: numbers
Why: "loss and part are strings"
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


CURRENT = LOSSES["squared"]


@partial(jax.jit, static_argnames="part")
def step(part, params, xs, ys, rate):
    value, slope = jax.value_and_grad(lambda p: CURRENT(predict(params | {part: p}, xs), ys))(params[part])
    return value, params[part] - rate * slope


def fit(loss, part, params, xs, ys, rate, steps):
    global CURRENT
    CURRENT = LOSSES[loss]
    losses = []
    for _ in range(steps):
        value, trained = step(part, params, xs, ys, rate)
        params = params | {part: trained}
        losses.append(value)
    return jnp.stack(losses), trained
