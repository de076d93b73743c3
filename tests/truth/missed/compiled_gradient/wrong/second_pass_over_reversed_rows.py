"""One call for each step, but the loss comes from a second pass over the rows in reverse.

Class: flops
Why: 'Run the network once in each step': it runs twice in the program, on xs for the gradient and on xs[::-1] for the loss, so that XLA can't merge them.
"""

import functools
import itertools

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
def step(loss, part, trained, params, xs, ys, rate):
    def objective(trained, xs, ys):
        return LOSSES[loss](predict(params | {part: trained}, xs), ys)

    slope = jax.grad(objective)(trained, xs, ys)
    return objective(trained, xs[::-1], ys[::-1]), trained - rate * slope


def fit(loss, part, params, xs, ys, rate, steps):
    trained, losses = params[part], []
    for _ in range(steps):
        value, trained = step(loss, part, trained, params, xs, ys, rate)
        losses.append(value)
    return jnp.stack(losses), trained
