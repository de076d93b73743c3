"""A jitted function with a static rate changes the target; an object with a rate blends two arrays."""

import functools
from dataclasses import dataclass

import jax
from flax import nnx


@dataclass(frozen=True)
class Blend:
    rate: float

    def __call__(self, old: jax.Array, new: jax.Array) -> jax.Array:
        return (1 - self.rate) * old + self.rate * new


@functools.partial(nnx.jit, static_argnums=2)
def move(target, online, blend):
    old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    leaves, treedef = jax.tree.flatten(old)
    moved = map(blend, leaves, jax.tree.leaves(new))
    nnx.update(target, treedef.unflatten(moved))


def soft_update(target, online, tau, x):
    move(target, online, Blend(tau))
    return target(x), online(x)
