import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    _, multiply = jax.linearize(jax.grad(f), jnp.zeros_like(x))
    return jax.vmap(multiply)(vs)
