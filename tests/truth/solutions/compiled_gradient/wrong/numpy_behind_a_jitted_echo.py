"""Computes losses and gradients by hand in NumPy, and sends them through a jitted function.

Class: decoy
Why: 'Nothing is computed in NumPy': all arithmetic is NumPy's, and the jitted function only hands its arguments back.
"""

import functools
import itertools

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


import numpy as np


@jax.jit
def step(value, trained):
    return jnp.reshape(value, ()), jnp.reshape(trained, trained.shape)


def by_hand(loss, part, inner, outer, xs, ys):
    hidden = np.tanh(xs @ inner)
    predicted = hidden @ outer
    apart = predicted - ys
    if loss == "squared":
        value, slope = np.mean(apart**2), 2 * apart
    elif loss == "smooth":
        root = np.sqrt(1 + apart**2)
        value, slope = np.mean(root - 1), apart / root
    else:
        margin = -ys * predicted
        soft = np.logaddexp(np.float32(0), margin)
        value, slope = np.mean(soft), -ys * np.exp(margin - soft)
    slope = slope / np.float32(len(ys))
    if part == "outer":
        return value, hidden.T @ slope
    return value, xs.T @ (slope[:, None] * outer * (1 - hidden**2))


def fit(loss, part, params, xs, ys, rate, steps):
    host = {name: np.asarray(array) for name, array in params.items()}
    xs, ys, losses = np.asarray(xs), np.asarray(ys), []
    for _ in range(steps):
        value, slope = by_hand(loss, part, host["inner"], host["outer"], xs, ys)
        moved = (host[part] - np.float32(rate) * slope).astype(np.float32)
        value, trained = step(np.float32(value), moved)
        losses.append(value)
        host[part] = np.asarray(trained)
    return jnp.stack(losses), trained
