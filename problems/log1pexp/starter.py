import jax
import jax.numpy as jnp


def log1pexp(x):
    # Overflows for large x. Mend that, and give it a derivative of your own with jax.custom_vjp.
    return jnp.log(1 + jnp.exp(x))
