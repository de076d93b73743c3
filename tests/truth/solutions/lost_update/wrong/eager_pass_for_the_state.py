"""A second pass, eager, moves the statistics.
Class: half_eager
Why: "All floating-point arithmetic runs in a function made by `jax.jit`".
"""

import jax
import jax.numpy as jnp


@jax.jit
def forward(model, x):
    return model(x)


def follow(model, batches):
    ys = []
    for x in batches:
        ys.append(forward(model, x))
        model(x)
    return jnp.stack(ys)
