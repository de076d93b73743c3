"""A factory's variable holds the last difference, to be looked at in a debugger.

Class: state
Why: "No traced value is kept": after the call the closure's variable `last` holds a tracer of the trace that is over.
"""

import jax


def make():
    last = None

    @jax.jit
    def correct(readings, offset, gain):
        nonlocal last
        last = readings - offset
        return last * gain

    def show():
        return last

    return correct, show


correct, show_last = make()


def calibrate(readings, offset, gain):
    return correct(readings, offset, gain)
