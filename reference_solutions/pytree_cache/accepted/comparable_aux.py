"""Aux data of a class of one's own. It compares by value, since a frozen dataclass defines `==` and `hash`."""

from dataclasses import dataclass

import jax
import jax.numpy as jnp


@dataclass(frozen=True)
class Settings:
    scale: int


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def tree_flatten(self):
        return (self.vec,), Settings(self.scale)

    @classmethod
    def tree_unflatten(cls, settings, children):
        return cls(children[0], settings.scale)

    def step(self, state, x):
        state = (self.vec + state + jnp.ones(self.scale)) * x
        return state, state


@jax.jit
def run_scan(box, init, xs):
    last, states = jax.lax.scan(box.step, init, xs)
    return last, states
