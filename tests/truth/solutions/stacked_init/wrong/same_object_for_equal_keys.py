"""Layers are remembered by their keys, and a call with equal ones returns the very object of the first call.
It breaks "`make(width, rngs)` returns a fresh layer": whoever trains the first changes the second, and `make` isn't called.
Class: memory
"""

import jax
from flax import nnx

made = {}


def make_layers(make, width, depth, rngs):
    drawn = {name: stream() for name, stream in rngs.items()}
    name = (make, width, depth, *((stream, jax.random.key_data(key).tobytes()) for stream, key in drawn.items()))
    if name not in made:
        keys = {stream: jax.random.split(key, depth) for stream, key in drawn.items()}
        made[name] = nnx.vmap(lambda keys: make(width, nnx.Rngs(**keys)))(keys)
    return made[name]
