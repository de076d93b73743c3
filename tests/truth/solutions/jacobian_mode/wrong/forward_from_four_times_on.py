"""Takes forward mode only where there are at least four times as many outputs.

Class: flops
Why: With N = 20 and M = 70 it takes reverse mode, which needs about 3.5 times the operations of forward mode.
"""

import jax
import jax.numpy as jnp

def jacobian(f, x):
    (outputs,) = jax.eval_shape(f, x).shape
    # Reverse mode shares more work, as a rule of thumb.
    return (jax.jacfwd if outputs >= 4 * x.size else jax.jacrev)(f)(x)
