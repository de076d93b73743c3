"""Makes the options a static pytree node of their own, a child beside the taps."""

import dataclasses
from functools import partial

import jax
import jax.numpy as jnp


@jax.tree_util.register_static
@dataclasses.dataclass(frozen=True)
class Static:
    mode: str
    stride: int


@partial(jax.tree_util.register_dataclass, data_fields=["taps", "static"], meta_fields=[])
@dataclasses.dataclass(init=False)
class Filter:
    taps: jax.Array
    static: Static

    def __init__(self, taps, options=None, static=None):
        self.taps = taps
        self.static = static if static is not None else Static(**options)

    @property
    def options(self):
        return dataclasses.asdict(self.static)


@jax.jit
def apply_filter(bank, signal):
    options = bank.options
    return jnp.convolve(signal, bank.taps, mode=options["mode"])[:: options["stride"]]
