import jax
import jax.numpy as jnp


@jax.jit
def recommend(table, ids):
    liked = jnp.mean(jax.vmap(lambda i: table[i])(ids), axis=0)
    return jax.vmap(jnp.dot, in_axes=(0, None))(table, liked)
