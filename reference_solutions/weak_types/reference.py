"""The eager truth of `weak_types`."""


def blend(average, reading, rate):
    """Return the new average."""
    return average + rate * (reading - average)
