"""The cache keeps one step only, so that coming back to a pair compiles it again.

Class: retrace
Why: "JAX traces **once for each loss and part**"
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


@functools.lru_cache(maxsize=1)
def make_step(loss, part):
    @jax.jit
    def step(params, xs, ys, rate):
        value, slope = jax.value_and_grad(lambda p: LOSSES[loss](predict(params | {part: p}, xs), ys))(params[part])
        return value, params[part] - rate * slope

    return step


def fit(loss, part, params, xs, ys, rate, steps):
    losses = []
    for _ in range(steps):
        value, trained = make_step(loss, part)(params, xs, ys, rate)
        params = params | {part: trained}
        losses.append(value)
    return jnp.stack(losses), trained
