"""The step is compiled by nnx.jit; only the network inside of it is a function made by jax.jit.

Class: mark
Why: Loss, gradient and update run in a function made by nnx.jit: "(`nnx.jit`, which is for models, doesn't count)".
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


network = jax.jit(predict)


@functools.cache
def make_step(loss, part):
    @nnx.jit
    def step(trained, params, xs, ys, rate):
        def objective(trained):
            return LOSSES[loss](network(params | {part: trained}, xs), ys)

        value, slope = jax.value_and_grad(objective)(trained)
        return value, trained - rate * slope

    return step


def fit(loss, part, params, xs, ys, rate, steps):
    step = make_step(loss, part)
    trained, losses = params[part], []
    for _ in range(steps):
        value, trained = step(trained, params, xs, ys, rate)
        losses.append(value)
    return jnp.stack(losses), trained
