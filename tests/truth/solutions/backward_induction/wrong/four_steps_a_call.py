"""Calls a jitted function for every four steps, so that the program has less than one operation for each step.

Class: growth
Why: "in about log T rounds of parallel work": it takes T steps one after the other, by a Python loop over blocks of four.
"""
import jax
import jax.numpy as jnp


@jax.jit
def four(rewards, exits, discounts, value):
    r, e, d = (a.reshape(4, -1) for a in (rewards, exits, discounts))
    values = []
    for t in (3, 2, 1, 0):
        value = jnp.maximum(e[t], r[t] + d[t] * value)
        values.append(value)
    return jnp.stack(values[::-1]), value


@jax.jit
def best_values(rewards, exits, discounts, last):
    steps, games = rewards.shape
    rest = -steps % 4
    blocks = []
    for a, fill in ((rewards, 0.0), (exits, -jnp.inf), (discounts, 1.0)):
        padded = jnp.pad(a, ((0, rest), (0, 0)), constant_values=fill)
        blocks.append(jax.lax.split(padded, [4] * (padded.shape[0] // 4)))
    value, found = last, []
    for r, e, d in list(zip(*blocks))[::-1]:
        values, value = four(r, e, d, value)
        found.append(values)
    return jnp.concatenate(found[::-1])[:steps]
