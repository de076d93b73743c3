"""A factory with a bounded cache, large enough for all pairs."""

from functools import lru_cache

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


@lru_cache(maxsize=32)
def build(loss, part):
    measure = LOSSES[loss]

    def objective(trained, params, xs, ys):
        params = {**params, part: trained}
        return measure(predict(params, xs), ys)

    gradient = jax.value_and_grad(objective)

    def run(trained, params, xs, ys, rate):
        value, slope = gradient(trained, params, xs, ys)
        return value, trained - rate * slope

    return jax.jit(run)


def fit(loss, part, params, xs, ys, rate, steps):
    run = build(loss, part)
    trained = params[part]
    values = []
    for _ in range(steps):
        value, trained = run(trained, params, xs, ys, rate)
        values.append(value)
    return jnp.stack(values), trained
