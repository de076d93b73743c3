import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    _, multiply = jax.linearize(jax.grad(f), x)
    return jnp.stack([multiply(v) for v in vs])
