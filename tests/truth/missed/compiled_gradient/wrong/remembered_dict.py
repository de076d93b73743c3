"""Remembered dict.

Class: other
Why: Breaks "subtract `rate` times the gradient ... whatever rate, number of steps, and numbers come": answers are
remembered by the identity of the dict `params` (which is kept alive), of xs and ys, and by the other arguments. Seen
when the caller trains on: `params["inner"] = fit(..., params, ...)[1]` and the same call again gives the first answer
once more.
"""

import functools

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}
_ANSWERS = {}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


@functools.partial(jax.jit, static_argnums=(0, 1))
def descend(loss, part, trained, params, xs, ys, rate):
    def objective(trained):
        return LOSSES[loss](predict(params | {part: trained}, xs), ys)

    value, slope = jax.value_and_grad(objective)(trained)
    return value, trained - rate * slope


def fit(loss, part, params, xs, ys, rate, steps):
    key = loss, part, id(params), id(xs), id(ys), rate, steps
    if key not in _ANSWERS:
        trained, losses = params[part], []
        for _ in range(steps):
            value, trained = descend(loss, part, trained, params, xs, ys, rate)
            losses.append(value)
        _ANSWERS[key] = (params, xs, ys), (jnp.stack(losses), trained)
    return _ANSWERS[key][1]
