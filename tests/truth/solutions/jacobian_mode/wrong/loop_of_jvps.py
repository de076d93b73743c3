"""Pushes each unit vector in a Python loop, which calls f for each of them.
Class: dispatches
Why: "Python calls `f` at most twice".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    columns = [jax.jvp(f, (x,), (e,))[1] for e in jnp.eye(x.size)]
    return jnp.stack(columns, axis=1)
