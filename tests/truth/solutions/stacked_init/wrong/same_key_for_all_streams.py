"""One stream's keys serve all streams.
Class: key
Why: "`rngs` has one stream or several, of any names, so your function must not name them".
"""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = None
    for _, stream in rngs.items():
        key = stream()
        keys = jax.random.split(key, depth) if keys is None else keys
    names = [name for name, _ in rngs.items()]
    return nnx.vmap(lambda key: make(width, nnx.Rngs(**dict.fromkeys(names, key))))(keys)
