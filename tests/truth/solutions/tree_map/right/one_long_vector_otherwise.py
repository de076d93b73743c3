"""Lays all arrays of a tree out in one vector, takes the step there, and cuts the result up again."""

from jax.flatten_util import ravel_pytree


def step(params, grads, rate):
    position, cut_up = ravel_pytree(params)
    slope, _ = ravel_pytree(grads)
    return cut_up(position - rate * slope)
