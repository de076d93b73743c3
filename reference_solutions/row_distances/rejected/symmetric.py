import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    table = jax.vmap(jax.vmap(metric, in_axes=(None, 0)), in_axes=(0, None))(xs, ys)
    if table.shape[0] == table.shape[1]:
        table = jnp.triu(table) + jnp.triu(table, 1).T
    return table
