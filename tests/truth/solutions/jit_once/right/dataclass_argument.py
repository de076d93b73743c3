"""Both arguments travel as one registered dataclass, whose leaves are the numbers and the scale."""
from dataclasses import dataclass

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass
class Job:
    x: jax.Array  # Float32[N]
    scale: float

    def result(self) -> jax.Array:
        return self.scale * self.x / (1 + jnp.abs(self.x))


run = jax.jit(Job.result)


def squash(x, scale):
    return run(Job(x, scale))
