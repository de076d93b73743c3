"""Steps of some systems. Each takes weights and state, float32[D] both, and returns the next state."""

import jax.numpy as jnp


def approach(weights, state):
    """Go a third of the way to the weights."""
    return state + (weights - state) / 3


def turn(weights, state):
    """Turn a little about an axis that the weights give. The result has length 1, and never comes to rest."""
    turned = state + weights**2 * (jnp.roll(state, 1) - jnp.roll(state, -1)) / 32
    return turned / jnp.sqrt((turned**2).sum())


def swing(weights, state):
    """Mix with the neighbour, and bound the result."""
    return jnp.tanh(weights * jnp.roll(state, 1) + 0.5 * state)


def above(weights, state):
    """Go towards one above the weights. Below the weights, it has no value."""
    return weights + jnp.sqrt(state - weights)


def root(weights, state):
    """Take the root, less the weights. It can become negative, and then it has no root."""
    return jnp.sqrt(state) - weights
