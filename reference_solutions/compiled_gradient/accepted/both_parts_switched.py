"""One program: `lax.switch` chooses the loss, both parts get a gradient, and a rate of 0 leaves one as it is."""

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


NAMES = list(LOSSES)


def objective(params, number, xs, ys):
    return jax.lax.switch(number, list(LOSSES.values()), predict(params, xs), ys)


@jax.jit
def step(params, number, xs, ys, rates):
    value, slopes = jax.value_and_grad(objective)(params, number, xs, ys)
    return value, jax.tree.map(lambda array, slope, rate: array - rate * slope, params, slopes, rates)


def fit(loss, part, params, xs, ys, rate, steps):
    rates = {"inner": 0.0, "outer": 0.0} | {part: rate}
    values = []
    for _ in range(steps):
        value, params = step(params, NAMES.index(loss), xs, ys, rates)
        values.append(value)
    return jnp.stack(values), params[part]
