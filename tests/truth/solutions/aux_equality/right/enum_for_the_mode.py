"""Stores an Enum member and an int, and gives a property for the dict."""

import enum

import jax
import jax.numpy as jnp


class Mode(enum.Enum):
    VALID = "valid"
    SAME = "same"
    FULL = "full"


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.mode = Mode(options["mode"])
        self.stride = options["stride"]

    @property
    def options(self):
        return {"mode": self.mode.value, "stride": self.stride}

    def tree_flatten(self):
        return (self.taps,), (self.mode, self.stride)

    @classmethod
    def tree_unflatten(cls, aux, children):
        mode, stride = aux
        return cls(children[0], {"mode": mode.value, "stride": stride})


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.mode.value)[:: bank.stride]
