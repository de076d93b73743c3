"""Expert style: the value has its gradient stopped, and a term that is exactly 0 carries the derivative, by einsum."""
import jax.numpy as jnp
from jax.lax import stop_gradient


def pairwise_distances(x):
    d = x[:, None].astype(jnp.float32) - x[None].astype(jnp.float32)
    squared = jnp.einsum("ijd,ijd->ij", d, d, precision="highest")
    fixed = stop_gradient(squared)
    apart = fixed > 0
    length = jnp.where(apart, jnp.sqrt(fixed), 0)  # of a constant, so nothing flows through the root
    slope = jnp.where(apart, 0.5 / jnp.where(apart, length, 1), 0)
    return (length + slope * (squared - fixed)).astype(x.dtype)
