"""Checks shapes and dtypes, and uses value_and_grad with aux."""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    x, vs = jnp.asarray(x), jnp.asarray(vs)
    assert x.ndim == 1 and vs.ndim == 2
    assert vs.shape[1] == x.shape[0], "each direction is as long as the point"
    assert x.dtype == vs.dtype == jnp.float32

    def gradient_and_value(point):
        value, gradient = jax.value_and_grad(f)(point)
        assert value.shape == ()
        return gradient, value

    def one_product(direction):
        _, tangent, _ = jax.jvp(gradient_and_value, (x,), (direction,), has_aux=True)
        return tangent

    result = jax.vmap(one_product, in_axes=0, out_axes=0)(vs)
    assert result.shape == vs.shape
    return result
