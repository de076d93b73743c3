"""Keeps a jitted scan for each step, found again by the step's code object.

Class: state
Why: two steps from one factory, such as decay(0.5) and decay(0.9) whose rate is in a closure, have the same code, and the second gets the states of the first.
"""

import jax
import jax.numpy as jnp

programs = {}


def make_program(step):
    @jax.jit
    def program(start, inputs):
        def body(state, x):
            state = step(state, x)
            return state, state

        _, states = jax.lax.scan(body, start, inputs)
        return jnp.concatenate([start[None], states])

    return program


def trajectory(step, start, inputs):
    key = getattr(step, "__code__", step)
    if key not in programs:
        programs[key] = make_program(step)
    return programs[key](start, inputs)
