"""Scales each Param in place and adds to it in place."""

from flax import nnx


def soft_update(target, online, tau, x):
    sources = {path: v for path, v in nnx.iter_graph(online) if isinstance(v, nnx.Param)}
    for path, param in nnx.iter_graph(target):
        if isinstance(param, nnx.Param):
            param[...] *= 1 - tau
            param[...] += tau * sources[path][...]
    return target(x), online(x)
