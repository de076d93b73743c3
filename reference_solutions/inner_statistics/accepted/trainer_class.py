"""A class whose methods return what they know; `partial` binds the rate."""

from functools import partial

import jax
import jax.numpy as jnp


class Trainer:
    def __init__(self, predict):
        self.slope_of = jax.value_and_grad(self.loss, has_aux=True)
        self.predict = predict

    def loss(self, weights, batch):
        outputs, hidden = self.predict(weights, batch[0])
        return jnp.mean(jnp.square(batch[1] - outputs)), jnp.mean(jnp.abs(hidden))

    def step(self, rate, weights, batch):
        numbers, slope = self.slope_of(weights, batch)
        return weights - rate * slope, (numbers, jnp.sqrt(jnp.vdot(slope, slope)))


def fit(predict, weights, xs, ys, rate):
    step = partial(Trainer(predict).step, rate)
    weights, ((losses, activities), slopes) = jax.lax.scan(step, weights, (xs, ys))
    return weights, losses, activities, slopes
