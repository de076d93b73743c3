"""A frozen dataclass holds the model and the rate, and its method is scanned; jax.jacrev is the derivative."""

import dataclasses
from typing import Callable, NamedTuple

import jax
import jax.numpy as jnp


class Seen(NamedTuple):
    loss: jax.Array
    activity: jax.Array
    slope: jax.Array


@dataclasses.dataclass(frozen=True, eq=False)
class Trainer:
    predict: Callable
    rate: jax.Array

    def measure(self, weights, x, y):
        outputs, hidden = self.predict(weights, x)
        loss = jnp.mean((outputs - y) ** 2)
        return loss, (loss, jnp.mean(jnp.abs(hidden)))

    def step(self, weights, batch):
        slope, (loss, activity) = jax.jacrev(self.measure, has_aux=True)(weights, *batch)
        return weights - self.rate * slope, Seen(loss, activity, jnp.sqrt((slope**2).sum()))


def fit(predict, weights, xs, ys, rate):
    weights, seen = jax.lax.scan(Trainer(predict, rate).step, weights, (xs, ys))
    return weights, *seen
