"""Lowers and compiles the mapped function, and calls the executable, which JAX can't trace.
Class: structure
Why: "Your function must be traceable, with `metric` known".
"""

import jax


def distances(metric, xs, ys):
    table = jax.vmap(jax.vmap(metric, in_axes=(None, 0)), in_axes=(0, None))
    program = jax.jit(table).lower(xs, ys).compile()
    return program(xs, ys)
