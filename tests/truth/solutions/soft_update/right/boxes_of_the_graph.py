"""Walks over the graph of both models and writes into each Param that it meets."""

from flax import nnx


def params_of(model):
    return {path: node for path, node in nnx.iter_graph(model) if isinstance(node, nnx.Param)}


def soft_update(target, online, tau, x):
    sources = params_of(online)
    for path, param in params_of(target).items():
        param[...] = (1 - tau) * param[...] + tau * sources[path][...]
    return target(x), online(x)
