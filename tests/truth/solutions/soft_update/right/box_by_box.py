"""Walks through the three layers, and writes into one box after the other."""

import operator
from collections.abc import Iterator

import jax
from flax import nnx

layers_of = operator.attrgetter("hidden", "norm", "out")


def boxes(model: nnx.Module) -> Iterator[nnx.Param]:
    for layer in layers_of(model):
        for name in sorted(vars(layer)):
            match getattr(layer, name):
                case nnx.Param() as box:
                    yield box


def soft_update(target: nnx.Module, online: nnx.Module, tau: float, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    for mine, theirs in zip(boxes(target), boxes(online), strict=True):
        mine[...] = (1 - tau) * mine[...] + tau * theirs[...]
    return target(x), online(x)
