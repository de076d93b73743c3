"""A frozen dataclass with cached properties, lax.clamp and lax.select instead of jnp.where."""

import dataclasses
from functools import cached_property

import jax
import jax.numpy as jnp
from jax import lax


@dataclasses.dataclass(frozen=True)
class Fleet:
    kinds: jax.Array
    running: jax.Array
    states: jax.Array

    @cached_property
    def mask(self):
        return lax.broadcast_in_dim(self.running, self.states.shape, (0,))

    def own(self, weights):
        last = jnp.int32(weights.shape[0] - 1)
        return weights[lax.clamp(jnp.int32(0), self.kinds, last)]

    def safe(self):
        return lax.select(self.mask, self.states, lax.full_like(self.states, 1))

    def merge(self, moved):
        return lax.select(self.mask, moved, self.states)


def advance(rule, weights, kinds, running, states):
    fleet = Fleet(kinds, running, states)
    return fleet.merge(jax.vmap(rule)(fleet.own(weights), fleet.safe()))
