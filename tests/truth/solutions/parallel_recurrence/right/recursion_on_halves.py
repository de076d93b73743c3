"""Recurs on the pairs of neighbours and fills the even positions in afterwards."""

import jax
import jax.numpy as jnp


def prefix(a, b):
    n = a.shape[0]
    if n == 1:
        return b
    even = n - n % 2
    a_first, a_second = a[0:even:2], a[1:even:2]
    b_first, b_second = b[0:even:2], b[1:even:2]
    odd_states = prefix(a_first * a_second, a_second * b_first + b_second)
    before = jnp.concatenate([jnp.zeros_like(b[:1]), odd_states])[: (n + 1) // 2]
    even_states = a[::2] * before + b[::2]
    out = jnp.zeros_like(b)
    return out.at[::2].set(even_states).at[1::2].set(odd_states)


@jax.jit
def recurrence(decay, drive):
    return prefix(decay, drive)
