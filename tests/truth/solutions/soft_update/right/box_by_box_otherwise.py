"""Looks up each of the target's boxes by its path in the online network, and fills it."""

from flax import nnx


def soft_update(target, online, tau, x):
    old_share, new_share = 1 - tau, tau
    sources = {path: box[...] for path, box in nnx.to_flat_state(nnx.state(online, nnx.Param))}
    for path, box in nnx.to_flat_state(nnx.state(target, nnx.Param)):
        box[...] = old_share * box[...] + new_share * sources.pop(path)
    assert not sources
    return target(x), online(x)
