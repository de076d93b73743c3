"""Differentiates the loop with a checkpoint around each step, whose policy is to keep everything.

Class: decoy
Why: breaches "there is no room for what all N examples make": the checkpoint does nothing, and the loop keeps what each step made.
"""

from functools import partial

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    count = len(weights)
    rows = min(size, count)

    def cut(step):
        wanted = step * rows
        start = jnp.minimum(wanted, count - rows)
        x, y, w = (jax.lax.dynamic_slice_in_dim(a, start, rows) for a in (xs, ys, weights))
        return x, y, jnp.where(start + jnp.arange(rows) >= wanted, w, 0.0)

    @partial(jax.checkpoint, policy=jax.checkpoint_policies.everything_saveable)
    def add_up(params, step):
        x, y, w = cut(step)
        return w @ jax.vmap(loss, (None, 0, 0))(params, x, y)

    def mean(params):
        sum_of_all, _ = jax.lax.scan(
            lambda so_far, step: (so_far + add_up(params, step), None),
            jnp.zeros(()),
            jnp.arange(-(-count // rows)),
        )
        return sum_of_all / weights.sum()

    return jax.value_and_grad(mean)(params)
