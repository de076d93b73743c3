import numpy as np


def squash(x, scale):
    x = np.asarray(x)
    return np.float32(scale) * x / (1 + np.abs(x))
