"""Object style: a machine is a NamedTuple with methods, and vmap maps a tree of machines at once."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax


class Machine(NamedTuple):
    kind: jax.Array  # int32 []
    on: jax.Array  # bool []
    state: jax.Array  # float32 [d]

    def own(self, weights):
        index = lax.clamp(0, self.kind, weights.shape[0] - 1)
        return lax.dynamic_index_in_dim(weights, index, axis=0, keepdims=False)

    def harmless(self):
        return jnp.where(self.on, self.state, 1.0)

    def settle(self, moved):
        return jnp.where(self.on, moved, self.state)


def advance(rule, weights, kinds, running, states):
    def step(machine):
        return machine.settle(rule(machine.own(weights), machine.harmless()))

    return jax.vmap(step)(Machine(kinds, running, states))
