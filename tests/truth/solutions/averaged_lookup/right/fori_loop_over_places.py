"""A loop over all places, one after the other, and lax primitives for the reading."""

import jax
import jax.numpy as jnp


def forward_only(table, ids):
    places = jax.lax.max(ids, jnp.zeros_like(ids))
    return jax.lax.select(
        jnp.broadcast_to((ids >= 0)[:, :, None], (*ids.shape, table.shape[1])),
        jnp.take(table, places, axis=0),
        jnp.zeros((*ids.shape, table.shape[1]), table.dtype),
    )


rule = jax.custom_vjp(forward_only)


def keep(table, ids):
    return forward_only(table, ids), (jnp.zeros((table.shape[0], 0)), ids)


def go_back(kept, g):
    empty, ids = kept
    rows, width = empty.shape[0], g.shape[2]
    if ids.size == 0:
        return jnp.zeros((rows, width)), None
    flat, g = ids.reshape(-1), g.reshape(-1, width)

    def add(i, sums):
        here = flat[i]
        entry = jnp.append(g[i], 1.0)
        row = jax.lax.dynamic_index_in_dim(sums, here, keepdims=False)
        changed = jax.lax.dynamic_update_index_in_dim(sums, row + entry, here, 0)
        return jnp.where(here < 0, sums, changed)

    sums = jax.lax.fori_loop(0, flat.size, add, jnp.zeros((rows, width + 1)))
    mean = sums[:, :width] / jnp.fmax(sums[:, width:], 1)
    return mean * jnp.minimum(1, 1 / jnp.linalg.norm(mean, axis=1, keepdims=True)), None


rule.defvjp(keep, go_back)
lookup = jax.jit(rule, inline=True)
