"""Has a NamedTuple as aux data of a dataclass, and takes the stride eagerly."""

import dataclasses
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp


class Options(NamedTuple):
    mode: str
    stride: int


@dataclasses.dataclass(eq=False)
class Filter:
    taps: Any
    options: dict


def take_apart(bank):
    return [bank.taps], Options(**bank.options)


def put_together(aux, children):
    (taps,) = children
    return Filter(taps=taps, options=aux._asdict())


jax.tree_util.register_pytree_node(Filter, take_apart, put_together)


@jax.jit
def _convolve(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])


def apply_filter(bank, signal):
    return _convolve(bank, signal)[:: bank.options["stride"]]
