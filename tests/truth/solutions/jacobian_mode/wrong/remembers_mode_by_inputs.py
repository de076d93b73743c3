"""Find the cheaper mode once for each shape of x, and remember it.

Class: state
Why: an f from 8 to 256 after one from 8 to 1 is differentiated in the remembered reverse mode, which costs about 32 times as much as the forward one.
"""

import jax

modes = {}


def jacobian(f, x):
    if x.shape not in modes:
        outputs = jax.eval_shape(f, x).shape[0]
        modes[x.shape] = jax.jacfwd if x.shape[0] <= outputs else jax.jacrev
    return modes[x.shape](f)(x)
