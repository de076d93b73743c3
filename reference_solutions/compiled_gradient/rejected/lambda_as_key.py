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


@partial(jax.jit, static_argnums=0)
def step(objective, trained, params, xs, ys, rate):
    value, slope = jax.value_and_grad(objective)(trained, params, xs, ys)
    return value, trained - rate * slope


def fit(loss, part, params, xs, ys, rate, steps):
    objective = lambda trained, params, xs, ys: LOSSES[loss](predict(params | {part: trained}, xs), ys)
    trained, losses = params[part], []
    for _ in range(steps):
        value, trained = step(objective, trained, params, xs, ys, rate)
        losses.append(value)
    return jnp.stack(losses), trained
