"""Each step takes all examples, and sets the weights of those that aren't its own to 0.

Class: memory
Why: breaches "At most `size` examples may be computed at the same time": each step computes all N, with what they make on the way.
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = len(weights)
    size = min(size, n)
    owners = jnp.arange(n) // size

    def step(sums, number):
        own = jnp.where(owners == number, weights, 0.0)
        more = jax.value_and_grad(lambda p: own @ jax.vmap(loss, (None, 0, 0))(p, xs, ys))(params)
        return jax.tree.map(jnp.add, sums, more), None

    zeros = jnp.zeros(()), jax.tree.map(jnp.zeros_like, params)
    sums, _ = jax.lax.scan(step, zeros, jnp.arange(-(-n // size)))
    total = weights.sum()
    return jax.tree.map(lambda leaf: leaf / total, sums)
