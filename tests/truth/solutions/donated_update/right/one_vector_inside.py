"""Lays each dict out as one vector inside of the donating program, and takes it apart again there."""
import jax
from jax.flatten_util import ravel_pytree


def vectors(params, velocity, grads, rate):
    p, unravel = ravel_pytree(params)
    v, _ = ravel_pytree(velocity)
    g, _ = ravel_pytree(grads)
    v = 0.9 * v + g
    return unravel(p - rate * v), unravel(v)


donating = jax.jit(vectors, donate_argnums=(0, 1))


def momentum_step(*args):
    params, velocity, grads, rate = args
    return donating(params, velocity, grads, rate)
