"""Steps that settle. Each takes weights and state, float32[D] both, and returns the next state."""

import jax.numpy as jnp


def mix(weights, state):
    """Add a part of the neighbour to the weights, and bound the result."""
    return jnp.tanh(weights + 0.7 * jnp.roll(state, 1))


def couple(weights, state):
    """Take the mean of the weights and two functions of the state, read forwards and backwards."""
    return (weights + jnp.sin(state[::-1]) + jnp.cos(2 * state) / 4) / 3


def root(weights, state):
    """Do a step of Newton's method for the square root of the weights. Both must be greater than 0."""
    return (state + weights / state) / 2


def creep(weights, state):
    """Go a fiftieth of the way to a point that the weights and the neighbour give, which takes long."""
    return state + (weights + 0.5 * jnp.roll(state, 1) - state) / 50
