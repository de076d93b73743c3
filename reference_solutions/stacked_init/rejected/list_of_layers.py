from flax import nnx


def make_layers(make, width, depth, rngs):
    return nnx.List([make(width, rngs) for _ in range(depth)])
