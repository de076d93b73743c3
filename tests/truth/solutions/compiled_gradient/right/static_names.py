"""Loss and part are static by their names; the step returns all parameters."""

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


@partial(jax.jit, static_argnames=["part", "loss"])
def one_step(params, xs, ys, rate, *, loss, part):
    others = {name: params[name] for name in params if name != part}

    def f(mine):
        return LOSSES[loss](predict({**others, part: mine}, xs), ys)

    value, gradient = jax.value_and_grad(f)(params[part])
    return value, {**others, part: params[part] - rate * gradient}


def fit(loss, part, params, xs, ys, rate, steps):
    values = []
    for _ in range(steps):
        value, params = one_step(params, xs, ys, rate, loss=loss, part=part)
        values.append(value)
    return jnp.stack(values), params[part]
