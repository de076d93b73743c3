"""Fills an array for the average, and hands the rate over as a Python float every time."""

import functools

import jax
import jax.numpy as jnp


class _Formula:
    @functools.partial(jax.jit, static_argnums=0)
    def __call__(self, average, reading, rate):
        return average + rate * (reading - average)


_formula = _Formula()


def blend(average, reading, rate):
    return _formula(jnp.full(reading.shape, average, jnp.float32), reading, float(rate))
