"""A generator of steps; the state is a tuple, and the losses are joined at the end."""

from functools import partial
from itertools import islice

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
def advance(state, data, rate, loss, part):
    params, _ = state
    xs, ys = data
    value_and_slope = jax.value_and_grad(lambda p: LOSSES[loss](predict(params | {part: p}, xs), ys))
    value, slope = value_and_slope(params[part])
    return params | {part: params[part] - rate * slope}, value[None]


def states(params, data, rate, loss, part):
    state = (params, None)
    while True:
        state = advance((state[0], None), data, rate, loss, part)
        yield state


def fit(loss, part, params, xs, ys, rate, steps):
    found = list(islice(states(params, (xs, ys), rate, loss, part), steps))
    return jnp.concatenate([value for _, value in found]), found[-1][0][part]
