"""Aux data of an Enum and a number; the jitted function takes both as static arguments."""

import enum
import functools

import jax
import jax.numpy as jnp


class Mode(enum.Enum):
    VALID = "valid"
    SAME = "same"
    FULL = "full"


@functools.partial(jax.jit, static_argnames=("mode", "stride"))
def _run(signal, taps, *, mode, stride):
    match mode:
        case Mode.VALID:
            out = jnp.convolve(signal, taps, mode="valid")
        case Mode.SAME:
            out = jnp.convolve(signal, taps, mode="same")
        case Mode.FULL:
            out = jnp.convolve(signal, taps, mode="full")
    return out[::stride]


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps, self.options = taps, options

    @property
    def key(self):
        return Mode(self.options["mode"]), self.options["stride"]

    def tree_flatten(self):
        return (self.taps,), self.key

    @classmethod
    def tree_unflatten(cls, aux, children):
        mode, stride = aux
        return cls(children[0], {"mode": mode.value, "stride": stride})


def apply_filter(bank, signal):
    mode, stride = bank.key
    return _run(signal, bank.taps, mode=mode, stride=stride)
