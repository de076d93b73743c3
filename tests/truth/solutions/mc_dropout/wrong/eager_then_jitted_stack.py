"""Makes all passes eagerly, and compiles what remains: the stacking.

Class: decoy
Why: It breaches "All floating-point arithmetic runs in a function made by nnx.jit or jax.jit".
"""

import jax
import jax.numpy as jnp


@jax.jit
def collect(outputs):
    return jnp.stack([jnp.asarray(out) for out in outputs])


def sample_outputs(model, x, samples):
    return collect([model(x) for _ in range(samples)])
