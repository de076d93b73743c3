import jax
import jax.numpy as jnp


def jacobian(f, x):
    # Always right, and for some functions eight times too slow.
    return jax.jacrev(f)(x)
