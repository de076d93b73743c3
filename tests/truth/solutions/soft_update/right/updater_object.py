"""Has a dataclass that holds tau, and updates by a method."""

import dataclasses

import jax
from flax import nnx


@dataclasses.dataclass
class SoftUpdater:
    tau: float

    def formula(self, target_param: jax.Array, online_param: jax.Array) -> jax.Array:
        return (1 - self.tau) * target_param + self.tau * online_param

    def apply(self, target: nnx.Module, online: nnx.Module) -> None:
        pair = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
        nnx.update(target, jax.tree.map(self.formula, *pair))


def soft_update(target, online, tau, x):
    SoftUpdater(tau).apply(target, online)
    return target(x), online(x)
