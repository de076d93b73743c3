"""The eager truth of `aux_equality`."""

import jax.numpy as jnp


class Filter:
    """Taps and options; the reference has no need to register it."""

    def __init__(self, taps, options):
        """Keep both as they are."""
        self.taps = taps
        self.options = options


def apply_filter(bank, signal):
    """Return every so many of the filtered samples."""
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
