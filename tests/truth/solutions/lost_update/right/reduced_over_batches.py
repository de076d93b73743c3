"""Splits the model, reduces the batches to the last statistics by a partial of the jitted function, and collects the outputs on the way."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def _advance(graphdef, fixed, statistics, batch):
    model = nnx.merge(graphdef, statistics, fixed)
    outputs = model(batch)
    return nnx.state(model, nnx.BatchStat), outputs


class Follower:
    def __init__(self, model):
        graphdef, self.statistics, fixed = nnx.split(model, nnx.BatchStat, ...)
        self.step = functools.partial(_advance, graphdef, fixed)
        self.outputs = []

    def take(self, batch):
        self.statistics, outputs = self.step(self.statistics, batch)
        self.outputs.append(outputs)
        return self


def follow(model, batches):
    follower = functools.reduce(Follower.take, batches, Follower(model))
    nnx.update(model, follower.statistics)
    return jnp.stack(follower.outputs)
