"""Under vmap, but takes the plain keys out of the tracers and loops over them.

Class: decoy
Why: "`make` runs under `vmap`, so that Python calls it once and not `depth` times": here it is called `depth` times on plain keys, inside of a vmap that maps nothing.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(rngs[name](), depth) for name in rngs}

    def create(row):
        plain = {name: getattr(key, "val", key) for name, key in row.items()}
        states = [
            nnx.state(make(width, nnx.Rngs(**{name: key[i] for name, key in plain.items()})))
            for i in range(depth)
        ]
        return jax.tree.map(lambda *leaves: jnp.stack(leaves), *states)

    return jax.vmap(create, out_axes=None)(keys)
