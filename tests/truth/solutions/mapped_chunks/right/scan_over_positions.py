"""Scans over the positions of each chunk, and fetches the queries inside of the step; positions too far repeat the last."""

from __future__ import annotations

from typing import Callable

import jax
import jax.numpy as jnp


def score_all(score: Callable, queries: jax.Array, table: jax.Array, size: int) -> jax.Array:
    total = len(queries)
    width = min(size, total)
    steps = -(-total // width)

    def at(position: jax.Array) -> jax.Array:
        return score(queries[position], table)

    def step(first: jax.Array, _: None) -> tuple[jax.Array, jax.Array]:
        positions = jnp.minimum(first + jnp.arange(width, dtype=jnp.int32), total - 1)
        return first + width, jax.vmap(at)(positions)

    _, rows = jax.lax.scan(step, jnp.int32(0), None, length=steps)
    return rows.reshape(steps * width)[:total]
