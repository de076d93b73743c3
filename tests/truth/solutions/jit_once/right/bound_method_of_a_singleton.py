"""A class with one instance for the whole module; its bound method is jitted once, and the scale is an argument of it."""

import jax
import jax.numpy as jnp


class Squasher:
    bend = 1

    def run(self, x: jax.Array, scale: float) -> jax.Array:
        top = scale * x
        bottom = self.bend + jnp.abs(x)
        assert top.shape == bottom.shape == x.shape
        return top / bottom


_run = jax.jit(Squasher().run)


def squash(x: jax.Array, scale: float) -> jax.Array:
    return _run(x, scale)
