"""If there is only one stream, its key is handed over without the name.

Class: defaults
Why: "`rngs_i` has streams of the same names as `rngs`": for `nnx.Rngs(noise=3)` the row has a stream `default`, which shows in a layer that keeps its streams (another name in the state, another tag).
"""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(rngs[name](), depth) for name in rngs}

    if len(keys) == 1:
        (rows,) = keys.values()

        @nnx.vmap(in_axes=0, out_axes=0)
        def create_simple(key):
            return make(width, nnx.Rngs(key))

        return create_simple(rows)

    @nnx.vmap(in_axes=0, out_axes=0)
    def create(keys):
        return make(width, nnx.Rngs(**keys))

    return create(keys)
