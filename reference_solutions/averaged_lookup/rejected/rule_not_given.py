import jax
import jax.numpy as jnp


@jax.jit
@jax.custom_vjp
def lookup(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0, table[ids])
