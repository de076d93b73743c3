import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    _, diagonal = jax.jvp(jax.grad(f), (x,), (jnp.ones_like(x),))
    return diagonal * vs
