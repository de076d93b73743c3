"""Takes all steps along the gradient at the beginning.

Class: numbers
Why: "In each of steps steps"
"""

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


@partial(jax.jit, static_argnames=("loss", "part"))
def step(loss, part, start, trained, params, xs, ys, rate):
    objective = lambda p: LOSSES[loss](predict(params | {part: p}, xs), ys)
    return objective(trained), trained - rate * jax.grad(objective)(start)


def fit(loss, part, params, xs, ys, rate, steps):
    trained, losses = params[part], []
    for _ in range(steps):
        value, trained = step(loss, part, params[part], trained, params, xs, ys, rate)
        losses.append(value)
    return jnp.stack(losses), trained
