"""The rows are written one after the other by a while loop, which has no reverse mode. Values and `jax.jvp` are right.
Breaks: "Those with respect to `x`, in reverse mode (`jax.vjp`) and in forward mode (`jax.jvp`), agree with the definition".
Class: other
"""
import jax
import jax.numpy as jnp


def pairwise_distances(x):
    n = x.shape[0]

    def row(i):
        squared = jnp.sum((x[i] - x).astype(jnp.float32) ** 2, axis=-1)
        safe = jnp.where(squared > 0, squared, 1)
        return jnp.where(squared > 0, jnp.sqrt(safe), 0).astype(x.dtype)

    def body(state):
        i, result = state
        return i + 1, result.at[i].set(row(i))

    start = (jnp.int32(0), jnp.zeros((n, n), x.dtype))
    return jax.lax.while_loop(lambda state: state[0] < n, body, start)[1]
