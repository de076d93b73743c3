"""Only `params` is split.
Class: key
Why: "`rngs` has one stream or several, of any names, so your function must not name them".
"""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    return nnx.vmap(lambda key: make(width, nnx.Rngs(params=key)))(jax.random.split(rngs.params(), depth))
