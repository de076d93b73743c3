"""A list of layers.
Class: structure
Why: "Return one such module".
"""

from flax import nnx


def make_layers(make, width, depth, rngs):
    return nnx.List([make(width, nnx.Rngs(**{name: stream() for name, stream in rngs.items()})) for _ in range(depth)])
