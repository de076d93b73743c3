"""Guesses the mode from the number of inputs and never looks at f.
Class: tame
Why: "`f` may have many more outputs than inputs, many fewer, or as many. Which it is you find out in your function".
"""

import jax


def jacobian(f, x):
    return jax.jacfwd(f)(x) if x.shape[0] <= 6 else jax.jacrev(f)(x)
