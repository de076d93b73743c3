"""A frozen dataclass with a cached property: the gradient is linearised once, and the operator maps what it is given."""

import dataclasses
import functools
from collections.abc import Callable

import jax


@dataclasses.dataclass(frozen=True)
class Curvature:
    f: Callable[[jax.Array], jax.Array]
    x: jax.Array  # float32[N]

    @functools.cached_property
    def push(self):
        slope, push = jax.linearize(jax.grad(self.f), self.x)
        assert slope.shape == self.x.shape
        return push  # float32[N] -> float32[N]

    def __call__(self, vs):  # float32[K, N]
        print("directions:", vs.shape)
        return jax.vmap(self.push, in_axes=0, out_axes=0)(vs)


def curvature(f, x, vs):
    return Curvature(f, x)(vs)
