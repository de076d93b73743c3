"""A frozen spec that dataclasses.make_dataclass writes, functions registered apart from a class with slots, lax.conv inside."""

import dataclasses
from functools import partial

import jax
import jax.numpy as jnp

Spec = dataclasses.make_dataclass("Spec", [("mode", str), ("stride", int)], frozen=True)


class Filter:
    __slots__ = ("options", "taps")

    def __init__(self, taps, options):
        self.taps, self.options = taps, options


def take_apart(bank):
    return [bank.taps], Spec(**bank.options)


def put_together(spec, leaves):
    (taps,) = leaves
    return Filter(taps, dataclasses.asdict(spec))


jax.tree_util.register_pytree_node(Filter, take_apart, put_together)


@partial(jax.jit)
def apply_filter(bank, signal):
    match bank.options:
        case {"mode": mode, "stride": stride}:
            return jnp.convolve(signal, bank.taps, mode=mode)[::stride]
        case _:
            raise ValueError("a mode and a stride")
