"""Lowers and compiles the jitted step ahead of time, once for each shape of the kernel."""

import functools

import jax
import jax.numpy as jnp
PROGRAMS = {}


@functools.partial(jax.jit, donate_argnums=(0, 1))
def step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity


def momentum_step(params, velocity, grads, rate):
    shape = params["kernel"].shape
    if (program := PROGRAMS.get(shape)) is None:
        program = PROGRAMS[shape] = step.lower(params, velocity, grads, rate).compile()
    return program(params, velocity, grads, rate)
