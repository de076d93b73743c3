"""A frozen dataclass names what shapes the program, and is the static argument."""

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Plan:
    loss: str
    part: str

    def measure(self, trained, params, xs, ys):
        return LOSSES[self.loss](predict(params | {self.part: trained}, xs), ys)

    @partial(jax.jit, static_argnums=0)
    def step(self, params, xs, ys, rate):
        trained = params[self.part]
        value, slope = jax.value_and_grad(self.measure)(trained, params, xs, ys)
        return value, params | {self.part: trained - rate * slope}


def fit(loss, part, params, xs, ys, rate, steps):
    plan = Plan(loss, part)
    values = []
    for _ in range(steps):
        value, params = plan.step(params, xs, ys, rate)
        values.append(value)
    return jnp.stack(values), params[part]
