"""Mode kept for f.

Class: other
Why: Finds out once for each `f` which mode is better, and remembers it by identity. Breaks "with the `f` and the `x`
of a call, your function needs at most twice as many floating-point operations as the cheaper of the two modes". Seen
with one `f` that has twelve outputs whatever `x` is (`fixed`): first with N = 2, then with N = 96, which then goes
forward.
"""

import jax

modes = {}


def jacobian(f, x):
    if f not in modes:
        modes[f] = jax.jacfwd if jax.eval_shape(f, x).size >= x.size else jax.jacrev
    return modes[f](f)(x)
