"""A registered frozen dataclass with a method is the carry: it holds the state, the clock and the rows written so far."""
from __future__ import annotations

import dataclasses
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.tree_util.register_dataclass, data_fields=["now", "t", "rows"], meta_fields=[])
@dataclasses.dataclass(frozen=True)
class Journey:
    now: jax.Array  # float32[D]
    t: jax.Array  # int32[]
    rows: jax.Array  # float32[T + 1, D]

    @classmethod
    def begin(cls, start, length):
        rows = jax.lax.broadcast(start, (length + 1,))
        return cls(now=start, t=jnp.int32(0), rows=rows)

    def move(self, step, inputs) -> Journey:
        x = jax.lax.dynamic_index_in_dim(inputs, self.t, keepdims=False)
        now, t = step(self.now, x), self.t + 1
        rows = jax.lax.dynamic_update_index_in_dim(self.rows, now, t, axis=0)
        return dataclasses.replace(self, now=now, t=t, rows=rows)


def trajectory(step, start, inputs):
    length = len(inputs)
    journey = Journey.begin(start, length)
    journey = jax.lax.fori_loop(0, length, lambda _, journey: journey.move(step, inputs), journey)
    return journey.rows
