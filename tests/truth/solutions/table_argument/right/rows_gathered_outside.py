import jax
import jax.numpy as jnp


@jax.jit
def scores(table, rows):
    return jnp.einsum("vd,kd->v", table, rows) / rows.shape[0]


def recommend(table, ids):
    return scores(table, table[ids])
