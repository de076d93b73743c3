"""Style: dynamic slices in a scan; the last one is moved back, and what was seen before counts nothing; shares add up to one."""
import operator
from functools import partial

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = len(weights)
    size = min(size, n)
    shares = weights / jnp.sum(weights)
    cut = partial(jax.lax.dynamic_slice_in_dim, slice_size=size)

    def add_part(sums, begin):
        start = jnp.minimum(begin, n - size)
        new = start + jnp.arange(size) >= begin
        x, y, share = cut(xs, start), cut(ys, start), jnp.where(new, cut(shares, start), 0.0)
        contribution = jax.value_and_grad(lambda p: jax.vmap(partial(loss, p))(x, y) @ share)(params)
        return jax.tree.map(operator.add, sums, contribution), None

    nothing = jax.tree.map(jnp.zeros_like, (shares[0], params))
    sums, _ = jax.lax.scan(add_part, nothing, jnp.arange(0, n, size))
    return sums
