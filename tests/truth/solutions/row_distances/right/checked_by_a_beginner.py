"""Checks each shape, names each axis and converts the result to float32."""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    xs = jnp.asarray(xs, jnp.float32)
    ys = jnp.asarray(ys, jnp.float32)
    assert xs.ndim == 2
    assert ys.ndim == 2
    assert xs.shape[1] == ys.shape[1], "both need vectors of the same length"
    # one vector x with every row of ys
    one_with_all = jax.vmap(metric, in_axes=(None, 0), out_axes=0)
    # every row of xs with every row of ys
    all_with_all = jax.vmap(one_with_all, in_axes=(0, None), out_axes=0)
    result = all_with_all(xs, ys)
    assert result.shape == (xs.shape[0], ys.shape[0])
    return result.astype(jnp.float32)
