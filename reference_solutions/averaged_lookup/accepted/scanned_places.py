"""Flat ids, a flag for each place as a second integer argument, and a scan over the places."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def read(table, ids, real):
    return table[ids] * real[:, None]


def forward(table, ids, real):
    return read(table, ids, real), (jnp.zeros_like(table), ids, real)


def backward(kept, g):
    zeros, ids, real = kept

    def add(carry, place):
        sums, counts = carry
        i, counted, one = place
        return (sums.at[i].add(counted * one), counts.at[i].add(counted)), None

    (sums, counts), _ = jax.lax.scan(add, (zeros, zeros[:, 0]), (ids, real, g))
    means = sums / jnp.fmax(counts, 1)[:, None]
    return jax.vmap(lambda row: row / jnp.fmax(jnp.sqrt(row @ row), 1))(means), None, None


read.defvjp(forward, backward)


def lookup_flat(table, ids):
    flat = ids.reshape(-1)
    rows = read(table, jnp.maximum(flat, 0), (flat >= 0).astype(jnp.int32))
    return rows.reshape(*ids.shape, table.shape[1])


lookup = jax.jit(lookup_flat)
