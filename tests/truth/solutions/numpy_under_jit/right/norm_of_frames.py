"""A dataclass holds what is known; vmapped norms do the rest."""

import dataclasses
import functools

import jax
import jax.numpy as jnp
import numpy as np


@dataclasses.dataclass(frozen=True)
class Frames:
    length: int
    size: int

    @property
    def count(self):
        return self.length // self.size

    @functools.cached_property
    def window(self):
        return np.sin(np.pi * (np.arange(self.size) + 0.5) / self.size).astype(np.float32)

    def cut(self, samples):
        used = self.count * self.size
        return jnp.split(samples, [used])[0].reshape(self.count, -1)


def loudness(samples, frame):
    frames = Frames(samples.shape[0], frame)
    norm = lambda row: jnp.linalg.norm(row * frames.window)
    levels = jax.vmap(norm)(frames.cut(samples)) / np.float32(np.sqrt(frame))
    loudest = jnp.max(levels, initial=0.0)
    silent = jnp.logical_not(loudest > 0)
    divisor = jax.lax.select(silent, jnp.ones_like(loudest), loudest)
    return jnp.where(silent, 0.0, jnp.maximum(levels / divisor, 0.001)), loudest
