"""Beginner style: column after column is squared and added up, and the two `where`s are spelled out."""
import jax.numpy as jnp


def squares(x):
    for column in x.T:
        across = column.reshape(-1, 1)
        down = column.reshape(1, -1)
        yield jnp.square(across - down)


def pairwise_distances(x):
    dtype = x.dtype
    wide = x.astype(jnp.float32)
    total = jnp.zeros((x.shape[0], x.shape[0]), jnp.float32)
    for square in squares(wide):
        total = total + square
    print("squared distances", total.shape, total.dtype)

    same = total == 0
    harmless = jnp.where(same, jnp.ones_like(total), total)
    root = jnp.sqrt(harmless)
    result = jnp.where(same, jnp.zeros_like(root), root)
    return result.astype(dtype)
