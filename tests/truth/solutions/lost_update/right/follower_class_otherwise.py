"""A helper object splits the model, steps through the batches by a jitted static method, and puts the end back."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


class Follower:
    def __init__(self, model):
        self.graphdef, self.stats, self.rest = nnx.split(model, nnx.BatchStat, ...)

    @staticmethod
    @functools.partial(jax.jit, static_argnums=0)
    def forward(graphdef, stats, rest, batch):
        model = nnx.merge(graphdef, stats, rest)
        outputs = model(batch)
        return outputs, nnx.state(model, nnx.BatchStat)

    def __call__(self, batch):
        outputs, self.stats = self.forward(self.graphdef, self.stats, self.rest, batch)
        return outputs


def follow(model, batches):
    follower = Follower(model)
    outputs = [*map(follower, batches)]
    nnx.update(model, follower.stats)
    return jnp.stack(outputs)
