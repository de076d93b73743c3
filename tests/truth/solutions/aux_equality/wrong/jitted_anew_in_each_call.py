"""A new lambda is jitted in each call, and traced each time.
Class: retrace
Why: "a new instance with equal options: 0 traces".
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), (self.options["mode"], self.options["stride"])

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], {"mode": aux[0], "stride": aux[1]})


def apply_filter(bank, signal):
    run = jax.jit(lambda f, s: jnp.convolve(s, f.taps, mode=f.options["mode"])[:: f.options["stride"]])
    return run(bank, signal)
