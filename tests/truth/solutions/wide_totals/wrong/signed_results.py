"""The numbers are right bit by bit, and have the dtype int32.

Class: dtype
Why: "`high` and `low` are `jax.Array`s of dtype uint32 and shape `(D,)`, and so are both results."
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    running = jnp.cumsum(jnp.concatenate([low[None], counts]), axis=0, dtype=jnp.uint32)
    wrapped = (running[1:] < running[:-1]).sum(axis=0, dtype=jnp.uint32)
    return (high + wrapped).astype(jnp.int32), running[-1].astype(jnp.int32)
