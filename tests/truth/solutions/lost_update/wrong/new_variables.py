"""Puts new variables in the place of the old ones.
Class: state
Why: "new values in the *same* variables".
"""

import jax
import jax.numpy as jnp


@jax.jit
def step(model, x):
    return model(x), model


def follow(model, batches):
    ys, current = [], model
    for x in batches:
        y, current = step(current, x)
        ys.append(y)
    for name, value in list(vars(current).items()):
        if not name.startswith("_"):
            setattr(model, name, value)
    return jnp.stack(ys)
