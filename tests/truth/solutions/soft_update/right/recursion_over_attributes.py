"""Descends into submodules by their attributes and writes into each Param."""

from flax import nnx


def visit(mine, theirs, tau):
    for name, child in vars(mine).items():
        other = getattr(theirs, name)
        if isinstance(child, nnx.Param):
            child[...] = (1 - tau) * child[...] + tau * other[...]
        elif isinstance(child, nnx.Module):
            visit(child, other, tau)


def soft_update(target, online, tau, x):
    visit(target, online, tau)
    return target(x), online(x)
