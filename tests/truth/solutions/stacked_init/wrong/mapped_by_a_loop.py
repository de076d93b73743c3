"""Makes one layer after the other in a loop of JAX, and calls that a map.

Class: dispatches
Why: "`make` runs under `vmap` (`nnx.vmap` or `jax.vmap`)": here it runs under `jax.lax.map`, which is a scan.
"""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(stream(), depth) for name, stream in rngs.items()}
    plans = []

    def create(keys):
        graphdef, state = nnx.split(make(width, nnx.Rngs(keys)))
        plans.append(graphdef)
        return state

    state = jax.lax.map(create, keys)
    return nnx.merge(plans[-1], state)
