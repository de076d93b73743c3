import types

import jax
import jax.numpy as jnp


class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self._mode = options["mode"]
        self._stride = options["stride"]

    @property
    def options(self):
        return {"mode": self._mode, "stride": self._stride}


jax.tree_util.register_pytree_node(
    Filter,
    lambda f: ((f.taps,), (f._mode, f._stride)),
    lambda aux, kids: Filter(kids[0], {"mode": aux[0], "stride": aux[1]}),
)


class Bank:
    @staticmethod
    @jax.jit
    def run(bank, signal):
        return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]


def apply_filter(bank, signal):
    return Bank.run(bank, signal)
