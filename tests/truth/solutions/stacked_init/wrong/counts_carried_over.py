"""The rows' streams get the split keys, but begin with the counts that the streams of rngs had before the call.

Class: state
Why: for an `rngs` from which keys were drawn before, each row's streams begin at that count and not as fresh streams with key i, so `make` draws other numbers, and kept counts are too high.
"""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    counts = {name: rngs[name].count[...] for name in rngs}
    keys = {name: jax.random.split(rngs[name](), depth) for name in rngs}

    @nnx.vmap(in_axes=(0, None), out_axes=0)
    def create(keys, counts):
        own = nnx.Rngs(**keys)
        for name in keys:
            own[name].count[...] = counts[name]
        return make(width, own)

    return create(keys, counts)
