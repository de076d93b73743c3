"""A factory that keeps one jitted step for each loss and part."""

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


@functools.cache
def make_step(loss, part):
    def objective(trained, fixed, xs, ys):
        return LOSSES[loss](predict({part: trained, **fixed}, xs), ys)

    slope_of = jax.value_and_grad(objective)

    @jax.jit
    def step(trained, fixed, xs, ys, rate):
        value, slope = slope_of(trained, fixed, xs, ys)
        return value, trained - rate * slope

    return step


def fit(loss, part, params, xs, ys, rate, steps):
    step = make_step(loss, part)
    fixed = {name: array for name, array in params.items() if name != part}
    trained, losses = params[part], jnp.zeros(steps)
    for i in range(steps):
        value, trained = step(trained, fixed, xs, ys, rate)
        losses = losses.at[i].set(value)
    return losses, trained
