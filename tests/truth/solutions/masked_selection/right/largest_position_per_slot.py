"""Each reading names its slot, and segment_max finds the one position of a slot; a class of small methods."""
import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass
class Selection:
    readings: jax.Array  # float32[N]
    threshold: jax.Array  # float32[]

    def __post_init__(self):
        self.mask = self.readings > self.threshold

    @property
    def count(self):
        return self.mask.sum(dtype=jnp.int32)

    def positions(self, size):
        slots = jnp.where(self.mask, jnp.cumsum(self.mask) - 1, size)  # the last segment is waste
        own = jnp.arange(self.mask.size, dtype=jnp.int32)
        return jnp.maximum(jax.ops.segment_max(own, slots, size + 1)[:size], -1)

    def values(self, positions):
        return jnp.where(positions < 0, jnp.float32(0), self.readings[positions])


def first_above(readings, threshold, size):
    selection = Selection(readings, threshold)
    positions = selection.positions(size)
    return selection.values(positions), positions, selection.count
