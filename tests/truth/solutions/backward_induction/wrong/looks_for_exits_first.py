"""Looks whether there is any exit at all, and takes a shorter program for plain returns.

Class: other
Why: "Your function must be traceable": called in another jitted function, Python's `if` has no value to look at, and raises.
"""
import jax
import jax.numpy as jnp


def combine(later, earlier):
    (r2, e2, d2), (r1, e1, d1) = later, earlier
    e = jnp.maximum(e1, jnp.where(d1 > 0, r1 + d1 * e2, -jnp.inf))
    return r1 + d1 * r2, e, d1 * d2


def returns(later, earlier):
    (r2, d2), (r1, d1) = later, earlier
    return r1 + d1 * r2, d1 * d2


@jax.jit
def with_exits(rewards, exits, discounts, last):
    r, e, d = jax.lax.associative_scan(combine, (rewards, exits, discounts), reverse=True)
    return jnp.maximum(e, r + d * last)


@jax.jit
def without_exits(rewards, discounts, last):
    r, d = jax.lax.associative_scan(returns, (rewards, discounts), reverse=True)
    return r + d * last


def best_values(rewards, exits, discounts, last):
    if jnp.isneginf(exits).all():
        return without_exits(rewards, discounts, last)
    return with_exits(rewards, exits, discounts, last)
