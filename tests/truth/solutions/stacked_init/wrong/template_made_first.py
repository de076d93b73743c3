"""One layer is made outside of vmap, only for its structure; the numbers come from a vmap over states.
It breaks "`make` runs under `vmap` (`nnx.vmap` or `jax.vmap`), so that Python calls it once".
Class: structure
"""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    template = make(width, nnx.Rngs(0))
    graphdef = nnx.graphdef(template)
    keys = {name: jax.random.split(stream(), depth) for name, stream in rngs.items()}
    state = jax.vmap(lambda keys: nnx.state(make(width, nnx.Rngs(**keys))))(keys)
    return nnx.merge(graphdef, state)
