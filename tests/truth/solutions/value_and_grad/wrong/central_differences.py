"""Central differences.

Class: numbers
Why: JAX has to differentiate `loss`.
"""

import jax.numpy as jnp


def descend(loss, params, rate):
    h = 0.01
    up = [loss(params.at[i].add(h)) for i in range(params.size)]
    down = [loss(params.at[i].add(-h)) for i in range(params.size)]
    return loss(params), params - rate * (jnp.stack(up) - jnp.stack(down)) / (2 * h)
