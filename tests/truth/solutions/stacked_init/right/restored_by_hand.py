"""nnx.split_rngs as a function, and nnx.restore_rngs in a finally block, with type hints."""

from collections.abc import Callable

from flax import nnx


def make_layers(make: Callable[[int, nnx.Rngs], nnx.Module], width: int, depth: int, rngs: nnx.Rngs) -> nnx.Module:
    def one(streams: nnx.Rngs) -> nnx.Module:
        return make(width, streams)

    backups = nnx.split_rngs(rngs, splits=depth)
    try:
        streams = nnx.clone(rngs)  # a layer may keep them
    finally:
        nnx.restore_rngs(backups)
    return nnx.vmap(one)(streams)
