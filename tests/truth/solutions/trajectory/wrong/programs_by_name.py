"""Keeps one jitted program for each step, so that a step is traced only once in its life.

Class: state
Why: the programs are kept by the step's name, and another function with the same name gets the program of the first one.
"""

import jax
import jax.numpy as jnp

_programs = {}


def trajectory(step, start, inputs):
    name = step.__name__
    if name not in _programs:

        @jax.jit
        def program(start, inputs):
            def body(state, x):
                state = step(state, x)
                return state, state

            _, rest = jax.lax.scan(body, start, inputs)
            return jnp.concatenate([start[None], rest])

        _programs[name] = program
    return _programs[name](start, inputs)
