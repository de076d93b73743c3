"""Appends the corrected values to a module-level list while tracing.

Class: other
Why: No traced value is kept in a global, a list or an attribute.
"""

import jax

history = []


@jax.jit
def calibrate(readings, offset, gain):
    corrected = (readings - offset) * gain
    history.append(corrected)
    return corrected
