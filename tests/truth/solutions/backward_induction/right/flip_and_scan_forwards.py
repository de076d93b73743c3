"""Turns time round, scans forwards, and turns the values round again."""

import jax
import jax.numpy as jnp


def combine(done, following):
    e_done, r_done, d_done = done
    e, r, d = following
    by_waiting = r + jnp.where(d > 0, d * e_done, 0.0)
    return jnp.maximum(e, by_waiting), r + d * r_done, d * d_done


def best_values_flipped(rewards, exits, discounts, last):
    e, r, d = jax.lax.associative_scan(combine, (exits, rewards, discounts))
    return jnp.maximum(e, r + d * last)


@jax.jit
def best_values(rewards, exits, discounts, last):
    flipped = [jnp.flip(array, axis=0) for array in (rewards, exits, discounts)]
    return jnp.flip(best_values_flipped(*flipped, last), axis=0)
