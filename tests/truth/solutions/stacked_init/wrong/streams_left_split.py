"""The streams are left with an axis.
Class: state
Why: "They are the same variables, and hold one key each".
"""

from flax import nnx


def make_layers(make, width, depth, rngs):
    nnx.split_rngs(rngs, splits=depth)
    return nnx.vmap(lambda r: make(width, r))(rngs)
