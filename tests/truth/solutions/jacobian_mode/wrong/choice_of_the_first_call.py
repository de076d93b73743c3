"""The mode is chosen at the first call, and kept.
Class: memory
Why: "`f` may have many more outputs than inputs, many fewer, or as many"
"""

import functools

import jax

_mode = []


def jacobian(f, x):
    if not _mode:
        _mode.append(jax.jacfwd if jax.eval_shape(f, x).shape[0] >= x.size else jax.jacrev)
    return _mode[0](f)(x)
