"""A small class; Params are collected by a walk over the graph, sorted by path, and zipped strictly."""

import jax
from flax import nnx


class Averager:
    def __init__(self, tau):
        self.tau = tau

    @staticmethod
    def boxes(model):
        found = [(path, node) for path, node in nnx.iter_graph(model) if isinstance(node, nnx.Param)]
        return sorted(found, key=lambda item: [str(part) for part in item[0]])

    def __call__(self, old, new):
        return (1 - self.tau) * old + self.tau * new

    def move(self, target, online):
        for (there, box), (here, other) in zip(self.boxes(target), self.boxes(online), strict=True):
            assert there == here, (there, here)
            box[...] = self(box[...], other[...])


def soft_update(target, online, tau, x):
    Averager(tau).move(target, online)
    return tuple(net(x) for net in (target, online))
