"""Saves the steps after the loss has settled.

Class: numbers
Why: where the loss stays equal from step to step while the parameters still move (targets of 1e6, say, and a small rate) it stops early and returns parameters of an earlier step.
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


@functools.partial(jax.jit, static_argnums=(0, 1))
def _step(loss, part, trained, params, xs, ys, rate):
    def objective(trained):
        return LOSSES[loss](predict(params | {part: trained}, xs), ys)

    value, slope = jax.value_and_grad(objective)(trained)
    return value, trained - rate * slope


def fit(loss, part, params, xs, ys, rate, steps):
    trained, losses = params[part], []
    for _ in range(steps):
        if len(losses) > 1 and float(losses[-1]) == float(losses[-2]):
            losses.append(losses[-1])  # nothing changes any more
            continue
        value, trained = _step(loss, part, trained, params, xs, ys, rate)
        losses.append(value)
    return jnp.stack(losses), trained
