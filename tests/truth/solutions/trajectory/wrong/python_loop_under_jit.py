"""Compiles the Python loop, which makes a program that grows with T.

Class: growth
Why: It has as many equations for 2 T inputs as for T.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    @jax.jit
    def run(start, inputs):
        states = [start]
        for x in inputs:
            states.append(step(states[-1], x))
        return jnp.stack(states)

    return run(start, inputs)
