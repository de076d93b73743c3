import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    with jax.enable_x64(True):
        total = (high.astype(jnp.uint64) << 32) + low + counts.astype(jnp.uint64).sum(axis=0)
        return (total >> 32).astype(jnp.uint32), total.astype(jnp.uint32)
