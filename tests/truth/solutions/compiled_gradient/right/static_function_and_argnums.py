"""Has the loss function and the number of the argument as static arguments, and lets accumulate do the loop."""

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


ORDER = ("inner", "outer")


@functools.partial(jax.jit, static_argnums=(0, 1))
def advance(loss, position, parts, xs, ys, rate):
    def objective(*parts):
        return loss(predict(dict(zip(ORDER, parts)), xs), ys)

    value, slope = jax.value_and_grad(objective, argnums=position)(*parts)
    moved = parts[position] - rate * slope
    return value, (*parts[:position], moved, *parts[position + 1 :])


def fit(loss, part, params, xs, ys, rate, steps):
    position = ORDER.index(part)
    states = itertools.accumulate(
        range(steps),
        lambda state, _: advance(LOSSES[loss], position, state[1], xs, ys, rate),
        initial=(None, tuple(params[name] for name in ORDER)),
    )
    _, *states = states
    return jnp.stack([value for value, _ in states]), states[-1][1][position]
