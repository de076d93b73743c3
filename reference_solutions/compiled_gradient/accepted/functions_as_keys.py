"""The loss itself is the static argument. It lives as long as the file, and so do its programs."""

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


def make_objective(loss, part):
    return lambda trained, params, xs, ys: loss(predict({**params, part: trained}, xs), ys)


@partial(jax.jit, static_argnums=(0, 1))
def train(loss, part, trained, params, xs, ys, rate):
    value, slope = jax.value_and_grad(make_objective(loss, part))(trained, params, xs, ys)
    return {"loss": value, "trained": trained - slope * rate}


def fit(loss, part, params, xs, ys, rate, steps):
    found = [{"trained": params[part]}]
    for _ in range(steps):
        found.append(train(LOSSES[loss], part, found[-1]["trained"], params, xs, ys, rate))
    return jnp.hstack([one["loss"] for one in found[1:]]), found[-1]["trained"]
