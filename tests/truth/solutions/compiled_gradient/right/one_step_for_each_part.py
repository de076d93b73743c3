"""Two functions, one for each part, by argnums; the loss is static."""

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


def objective(inner, outer, loss, xs, ys):
    return LOSSES[loss](predict({"inner": inner, "outer": outer}, xs), ys)


@partial(jax.jit, static_argnames="loss")
def step_inner(inner, outer, loss, xs, ys, rate):
    value, slope = jax.value_and_grad(objective, argnums=0)(inner, outer, loss, xs, ys)
    return value, inner - rate * slope, outer


@partial(jax.jit, static_argnames="loss")
def step_outer(inner, outer, loss, xs, ys, rate):
    value, slope = jax.value_and_grad(objective, argnums=1)(inner, outer, loss, xs, ys)
    return value, inner, outer - rate * slope


def fit(loss, part, params, xs, ys, rate, steps):
    inner, outer = params["inner"], params["outer"]
    step = step_inner if part == "inner" else step_outer
    values = []
    for _ in range(steps):
        value, inner, outer = step(inner, outer, loss, xs, ys, rate)
        values.append(value)
    return jnp.stack(values), inner if part == "inner" else outer
