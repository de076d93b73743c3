"""The eager truth of `stale_global`."""


def calibrate(readings, offset, gain):
    """Return the corrected readings."""
    return (readings - offset) * gain
