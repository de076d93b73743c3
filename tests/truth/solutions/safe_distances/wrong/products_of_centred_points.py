"""Squared lengths minus products, after the mean is taken off: near points lose their distance in large sets.
Breaks: "the largest difference is at most 16 epsilons of the dtype, relative to the largest distance".
Class: numbers
"""
import jax.numpy as jnp


def pairwise_distances(x):
    centred = (x - jnp.mean(x, axis=0)).astype(jnp.float32)
    lengths = jnp.sum(centred**2, axis=-1)
    products = jnp.matmul(centred, centred.T, precision="highest")
    squared = lengths[:, None] + lengths[None, :] - 2 * products
    same = (x[:, None] == x[None, :]).all(axis=-1) | (squared <= 0)
    safe = jnp.where(same, 1, squared)
    return jnp.where(same, 0, jnp.sqrt(safe)).astype(x.dtype)
