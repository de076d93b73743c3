"""A length with a rule for the backward pass, which is 0 for the zero vector.

Class: custom_rule
Why: "Those with respect to x, in reverse mode (jax.vjp) and in forward mode (jax.jvp)": jax.jvp of a custom_vjp function raises a TypeError for any x.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def length(vector):
    return jnp.sqrt(jnp.sum(vector**2, axis=-1))


def forward(vector):
    result = length(vector)
    return result, (vector, result)


def backward(kept, slope):
    vector, result = kept
    return ((slope / jnp.where(result == 0, 1, result))[..., None] * vector,)


length.defvjp(forward, backward)


def pairwise_distances(x):
    return length(x[:, None, :] - x[None, :, :])
