"""An object that owns mesh and program, and a named tuple as the carry."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, Mesh
from jax.sharding import PartitionSpec as P


class State(NamedTuple):
    w: jax.Array
    velocity: jax.Array


class LocalTraining:
    momentum = 0.9

    def __init__(self):
        self.mesh = Mesh(np.array(jax.devices()), ("workers",), axis_types=(AxisType.Auto,))
        split = P(None, "workers")
        self.program = jax.jit(
            jax.shard_map(self.work, mesh=self.mesh, in_specs=(P(), split, split, P()), out_specs=(P(), split))
        )

    @staticmethod
    def loss(w, x, y):
        return ((x @ w - y) ** 2).mean()

    def work(self, w, x, y, rate):
        def step(state, batch):
            loss, gradient = jax.value_and_grad(self.loss)(state.w, *batch)
            velocity = self.momentum * state.velocity + gradient
            return State(state.w - rate * velocity, velocity), loss

        state = jax.lax.pcast(State(w, jnp.zeros_like(w)), "workers", to="varying")
        state, losses = jax.lax.scan(step, state, (x, y))
        return jax.lax.pmean(state.w, "workers"), losses[:, None]

    def __call__(self, w, x, y, rate):
        return self.program(w, x, y, rate)


train_apart = LocalTraining()
