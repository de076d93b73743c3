import jax
import jax.numpy as jnp


@jax.jit
def lookup(table, ids):
    counts = jnp.zeros(len(table)).at[ids].add(ids >= 0)
    share = 1 / jnp.maximum(counts, 1)
    fixed = jax.lax.stop_gradient(table)
    rows = fixed + (table - fixed) * share[:, None]
    return jnp.where((ids < 0)[:, :, None], 0, rows[ids])
