"""The kept step closes over the data of the call that made it.

Class: numbers
Why: "Equal inputs give equal bits"
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


DATA = {}


@functools.cache
def make_step(loss, part):
    xs, ys = DATA["xs"], DATA["ys"]

    @jax.jit
    def step(params, rate):
        value, slope = jax.value_and_grad(lambda p: LOSSES[loss](predict(params | {part: p}, xs), ys))(params[part])
        return value, params[part] - rate * slope

    return step


def fit(loss, part, params, xs, ys, rate, steps):
    DATA.update(xs=xs, ys=ys)
    losses = []
    for _ in range(steps):
        value, trained = make_step(loss, part)(params, rate)
        params = params | {part: trained}
        losses.append(value)
    return jnp.stack(losses), trained
