"""Keeps the jitted steps in a dict that makes what it misses."""

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


class Programs(dict):
    def __missing__(self, key):
        loss, part = key

        def step(trained, params, xs, ys, rate):
            def objective(candidate):
                return LOSSES[loss](predict({**params, part: candidate}, xs), ys)

            value, slope = jax.value_and_grad(objective)(trained)
            return value, trained - rate * slope

        return self.setdefault(key, jax.jit(step))


PROGRAMS = Programs()


def fit(loss, part, params, xs, ys, rate, steps):
    step = PROGRAMS[loss, part]
    trained, losses = params[part], []
    while len(losses) < steps:
        value, trained = step(trained, params, xs, ys, rate)
        losses.append(value)
    return jnp.stack(losses), trained
