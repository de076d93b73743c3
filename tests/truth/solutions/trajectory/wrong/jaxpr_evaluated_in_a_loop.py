"""Traces a scan of one step and interprets its jaxpr T times in a Python loop.

Class: growth
Why: The program has as many equations for 2 T inputs as for T.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    states = [start]
    jaxpr = jax.make_jaxpr(lambda s, x: jax.lax.scan(lambda c, y: (step(c, y), None), s, x[None])[0])(start, inputs[0])
    for x in inputs:
        states.append(jax.core.eval_jaxpr(jaxpr.jaxpr, jaxpr.consts, states[-1], x)[0])
    return jnp.stack(states)
