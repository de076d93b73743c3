"""Python calls the loss once, to get its jaxpr, and replays that for each micro-batch in a Python loop.
Breaks: "The micro-batches run in a loop of `jax.lax` that is compiled once" (and so "as many operations for 2 N as for N").
Class: growth
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = len(weights)
    size = min(size, n)

    def part(params, x, y, w):
        return w @ jax.vmap(loss, in_axes=(None, 0, 0))(params, x, y)

    first = (xs[:size], ys[:size], weights[:size])
    closed, shapes = jax.make_jaxpr(jax.value_and_grad(part), return_shape=True)(params, *first)
    structure = jax.tree.structure(shapes)
    sums = [jnp.zeros(s.shape, s.dtype) for s in jax.tree.leaves(shapes)]
    for start in range(0, n, size):
        places = jnp.arange(start, start + size)
        inside = jnp.minimum(places, n - 1)
        w = jnp.where(places < n, weights[inside], 0)
        flat = jax.tree.leaves((params, xs[inside], ys[inside], w))
        new = jax.core.eval_jaxpr(closed.jaxpr, closed.consts, *flat)
        sums = [a + b for a, b in zip(sums, new, strict=True)]
    return jax.tree.unflatten(structure, [s / weights.sum() for s in sums])
