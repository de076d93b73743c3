"""Reads by `get_value` and writes by `set_value`."""

from flax import nnx


def is_param(node):
    return isinstance(node, nnx.Param)


def soft_update(target, online, tau, x):
    mine = [node for _, node in nnx.iter_graph(target) if is_param(node)]
    theirs = [node for _, node in nnx.iter_graph(online) if is_param(node)]
    for a, b in zip(mine, theirs, strict=True):
        a.set_value((1 - tau) * a.get_value() + tau * b.get_value())
    return target(x), online(x)
