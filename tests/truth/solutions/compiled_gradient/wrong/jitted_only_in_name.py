"""Computes everything eagerly, and sends the results through a jitted function that changes nothing.

Class: decoy
Why: "All floating-point arithmetic runs in functions made by jax.jit": here the network, its gradient and the update run outside, and the jitted step is the identity.
"""

import functools

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


@functools.partial(jax.jit, static_argnames=("loss", "part"))
def step(value, moved, loss, part):
    return value, moved


def fit(loss, part, params, xs, ys, rate, steps):
    def objective(trained):
        return LOSSES[loss](predict(params | {part: trained}, xs), ys)

    trained, losses = params[part], []
    for _ in range(steps):
        value, slope = jax.value_and_grad(objective)(trained)
        value, trained = step(value, trained - rate * slope, loss=loss, part=part)
        losses.append(value)
    return jnp.stack(losses), trained
