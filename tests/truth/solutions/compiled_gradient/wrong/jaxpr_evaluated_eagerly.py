"""The jitted step runs for show; the answer comes from its jaxpr, which is evaluated eagerly, operation by operation.
Breaks "All floating-point arithmetic runs in functions made by `jax.jit`, and the results are what these return".
Class: decoy
"""
import functools

import jax
import jax.numpy as jnp
from jax.extend.core import jaxpr_as_fun

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


jaxprs = {}


@functools.partial(jax.jit, static_argnums=(0, 1))
def step(loss, part, trained, params, xs, ys, rate):
    def objective(trained):
        return LOSSES[loss](predict(params | {part: trained}, xs), ys)

    value, slope = jax.value_and_grad(objective)(trained)
    return value, trained - rate * slope


def fit(loss, part, params, xs, ys, rate, steps):
    if (loss, part) not in jaxprs:
        jaxprs[loss, part] = step.trace(loss, part, params[part], params, xs, ys, rate).jaxpr
    replay = jaxpr_as_fun(jaxprs[loss, part])
    trained, losses = params[part], []
    for _ in range(steps):
        step(loss, part, trained, params, xs, ys, rate)
        leaves = jax.tree.leaves((trained, params, xs, ys, jnp.float32(rate)))
        value, trained = replay(*leaves)
        losses.append(value)
    return jnp.stack(losses), trained
