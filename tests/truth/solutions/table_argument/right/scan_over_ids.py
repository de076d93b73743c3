import jax
import jax.numpy as jnp


@jax.jit
def recommend(table, ids):
    def add(total, i):
        return total + table[i], None

    total, _ = jax.lax.scan(add, jnp.zeros_like(table[0]), ids)
    return table @ (total / ids.shape[0])
