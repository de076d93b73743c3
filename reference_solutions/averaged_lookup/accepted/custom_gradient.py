"""`jax.custom_gradient`, with both arguments; sums by a product with one-hot rows."""

import jax
import jax.numpy as jnp


@jax.jit
@jax.custom_gradient
def lookup(table, ids):
    chosen = jax.nn.one_hot(ids, table.shape[0])

    def pull(g):
        total = jnp.einsum("blv,bld->vd", chosen, g)
        often = jnp.einsum("blv->v", chosen)[:, None]
        mean = total / (often + (often == 0))
        shorten = jax.lax.rsqrt(jnp.clip(jnp.sum(mean * mean, axis=1, keepdims=True), min=1))
        return mean * shorten, None

    return jnp.where(ids[..., None] >= 0, jnp.take(table, ids, axis=0), 0.0), pull
