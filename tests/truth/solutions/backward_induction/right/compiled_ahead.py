"""Lowered and compiled once for each shape, and kept; under another trace it is an ordinary function."""

import jax
import jax.numpy as jnp

programs = {}


def combine(later, earlier):
    e2, r2, d2 = later
    e1, r1, d1 = earlier
    leave = jnp.maximum(e1, r1 + jnp.where(d1 == 0, 0, d1 * e2))
    return leave, r1 + d1 * r2, d1 * d2


@jax.jit
def compute(rewards, exits, discounts, last):
    leave, reward, discount = jax.lax.associative_scan(combine, (exits, rewards, discounts), reverse=True)
    return jnp.maximum(leave, reward + discount * last)


def best_values(rewards, exits, discounts, last):
    arrays = (rewards, exits, discounts, last)
    if any(isinstance(array, jax.core.Tracer) for array in arrays):
        return compute(*arrays)
    if rewards.shape not in programs:
        programs[rewards.shape] = compute.lower(*arrays).compile()
    return programs[rewards.shape](*arrays)
