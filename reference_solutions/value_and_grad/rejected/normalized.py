import jax
import jax.numpy as jnp


def descend(loss, params, rate):
    value, slope = jax.value_and_grad(loss)(params)
    return value, params - rate * slope / (jnp.linalg.norm(slope) + 1e-6)
