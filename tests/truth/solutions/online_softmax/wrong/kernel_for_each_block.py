"""A Python loop calls a kernel for each block.

Class: growth
Why: "Call `pl.pallas_call` once"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def attend(queries, keys, values, length):
    n, d = queries.shape
    s = keys.shape[1]

    def kernel(q, k, v, there, top, total, out, new_top, new_total, new_out):
        scores = jnp.where(there[...], q[...] @ k[...].T, -jnp.inf)
        new = jnp.maximum(top[...], scores.max(axis=1, keepdims=True))
        weights, old = jnp.exp(scores - new), jnp.exp(top[...] - new)
        new_top[...] = new
        new_total[...] = old * total[...] + weights.sum(axis=1, keepdims=True)
        new_out[...] = old * out[...] + weights @ jnp.where(there[...][:, None], v[...], 0)

    state = (jnp.full((n, 1), -jnp.inf), jnp.zeros((n, 1)), jnp.zeros((n, d)))
    call = pl.pallas_call(kernel, state, interpret=True)
    for i in range(pl.cdiv(length, s)):
        state = call(queries, keys[i], values[i], i * s + jnp.arange(s) < length, *state)
    return state[2] / state[1]
