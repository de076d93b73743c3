"""Finite differences of the gradient, in float64 so that nobody sees it in the digits.
Breaks "neither are finite differences".
Class: other
"""
import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    with jax.enable_x64(True):
        wide, ways = x.astype(jnp.float64), vs.astype(jnp.float64)
        largest = jnp.max(jnp.abs(ways), axis=1, keepdims=True)
        longest = jnp.where(largest > 0, largest, 1.0)
        h = 1e-5
        ways = ways / longest
        points = jnp.concatenate([wide + h * ways, wide - h * ways])
        slopes = jax.vmap(jax.grad(f))(points)
        k = vs.shape[0]
        products = (slopes[:k] - slopes[k:]) / (2 * h) * longest
        return products.astype(jnp.float32)
