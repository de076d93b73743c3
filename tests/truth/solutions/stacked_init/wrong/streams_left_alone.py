"""A copy of the streams is split.
Class: state
Why: "from each of which one key more was drawn".
"""

from flax import nnx


def make_layers(make, width, depth, rngs):
    return nnx.vmap(lambda r: make(width, r))(nnx.clone(rngs).split(depth))
