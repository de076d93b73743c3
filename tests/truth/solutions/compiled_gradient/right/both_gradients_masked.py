"""Differentiates with respect to everything; a mask of ones and zeros leaves the other part as it is."""

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


@partial(jax.jit, static_argnames="loss")
def step(loss, params, mask, xs, ys, rate):
    value, slopes = jax.value_and_grad(lambda params: LOSSES[loss](predict(params, xs), ys))(params)
    return value, {name: params[name] - rate * mask[name] * slopes[name] for name in params}


def fit(loss, part, params, xs, ys, rate, steps):
    mask = {name: 1.0 if name == part else 0.0 for name in params}
    values = []
    for _ in range(steps):
        value, params = step(loss, params, mask, xs, ys, rate)
        values.append(value)
    return jnp.stack(values), params[part]
