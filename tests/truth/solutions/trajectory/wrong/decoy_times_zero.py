"""Adds zero times a real scan to states that a Python loop of a formula by name computes.

Class: decoy
Why: The program has as many equations for 2 T inputs as for T, and `step` has to run inside a loop of `jax.lax`.
"""

import jax
import jax.numpy as jnp

FORMULAS = {
    "leak": lambda s, x: 0.9 * s + x,
    "saturate": lambda s, x: jnp.tanh(s + x),
    "rotate": lambda s, x: jnp.roll(s, 1) * 0.8 + x,
    "hold": lambda s, x: jnp.where(x > 0, x, s),
}


def trajectory(step, start, inputs):
    last, _ = jax.lax.scan(lambda s, x: (step(s, x), None), start, inputs)
    formula = FORMULAS.get(step.__name__, lambda s, x: s + x)
    states = [start]
    for x in inputs:
        states.append(formula(states[-1], x))
    return jnp.stack(states) + 0 * last
