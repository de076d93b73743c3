import dataclasses
import functools

import jax
import jax.numpy as jnp


class Frozen(dict):
    def __hash__(self):
        return hash(frozenset(self.items()))


@functools.partial(jax.tree_util.register_dataclass, data_fields=["taps"], meta_fields=["options"])
@dataclasses.dataclass
class Filter:
    taps: jax.Array
    options: dict

    def __post_init__(self):
        self.options = Frozen(self.options)


@jax.jit
def apply_filter(bank, signal):
    full = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return full[:: bank.options["stride"]]
