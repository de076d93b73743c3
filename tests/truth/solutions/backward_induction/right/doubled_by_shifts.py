"""Doubles the length of each chain by hand, with shifts of 1, 2, 4 ... over an end of steps that do nothing."""
import functools
import itertools

import jax
import jax.numpy as jnp


def shifted(a, shift, fill):
    zero = jnp.asarray(fill, a.dtype)
    return jax.lax.pad(a[shift:], zero, ((0, shift, 0), (0, 0, 0)))


def doubled(chain, shift):
    r, e, d = chain
    r2, e2, d2 = (shifted(a, shift, fill) for a, fill in zip(chain, (0.0, -jnp.inf, 1.0)))
    later = jnp.where(d > 0, r + d * e2, -jnp.inf)
    return r + d * r2, jnp.maximum(e, later), d * d2


@jax.jit
def best_values(rewards, exits, discounts, last):
    powers = (1 << k for k in itertools.count())
    shifts = itertools.takewhile(lambda shift: shift < len(rewards), powers)
    r, e, d = functools.reduce(doubled, shifts, (rewards, exits, discounts))
    return jnp.maximum(e, r + d * last)
