"""The metric is mapped over the rows of xs, but a while loop goes through the rows of ys, one by one.
Breaks "It has no loop that goes step by step" and "without a loop".
Class: structure
"""
import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    column = jax.vmap(metric, in_axes=(0, None))

    def body(carry):
        j, table = carry
        return j + 1, table.at[:, j].set(column(xs, ys[j]))

    start = jnp.int32(0), jnp.zeros((xs.shape[0], ys.shape[0]), xs.dtype)
    return jax.lax.while_loop(lambda carry: carry[0] < ys.shape[0], body, start)[1]
