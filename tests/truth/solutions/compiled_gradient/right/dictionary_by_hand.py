"""A dictionary keeps the compiled steps, filled when a pair is first asked for."""

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


KEPT = {}


def get_step(loss, part):
    key = f"{loss}/{part}"
    if key not in KEPT:

        @jax.jit
        def step(params, xs, ys, rate):
            loss_of = lambda array: LOSSES[loss](predict(params | {part: array}, xs), ys)
            value, slope = jax.value_and_grad(loss_of)(params[part])
            return value, params | {part: params[part] - rate * slope}

        KEPT[key] = step
    return KEPT[key]


def fit(loss, part, params, xs, ys, rate, steps):
    losses = []
    for _ in range(steps):
        value, params = get_step(loss, part)(params, xs, ys, rate)
        losses.append(value)
    return jnp.stack(losses), params[part]
