import jax
import numpy as np


def compute(high, low, counts):
    total = (np.asarray(high, np.uint64) << 32) + np.asarray(low) + np.asarray(counts).sum(axis=0, dtype=np.uint64)
    return (total >> 32).astype(np.uint32), total.astype(np.uint32)


def add_counts(high, low, counts):
    return jax.pure_callback(compute, (high, low), high, low, counts)
