"""Keeps a jitted program for each code object, so that a step that is defined anew isn't traced anew.

Class: state
Why: Two steps from one factory, such as `scale_by(2)` and `scale_by(3)`, have the same code but another closure, and the second gets the states of the first, against "call the one that you are given".
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

        states = jax.lax.scan(body, start, inputs)[1]
        return jnp.concatenate([start[None], states])

    return program


def trajectory(step, start, inputs):
    code = getattr(step, "__code__", step)
    if code not in programs:
        programs[code] = make_program(step)
    return programs[code](start, inputs)
