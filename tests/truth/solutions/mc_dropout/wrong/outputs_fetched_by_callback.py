"""Make the passes eagerly, and let a jitted function fetch their outputs by a callback.

Class: host
Why: it breaches "Host callbacks are not allowed": for any input the compiled function only fetches numbers that were computed eagerly outside.
"""

import jax
import numpy as np


def sample_outputs(model, x, samples):
    outputs = np.stack([np.asarray(model(x)) for _ in range(samples)])
    shape = jax.ShapeDtypeStruct(outputs.shape, outputs.dtype)

    @jax.jit
    def forward(x):
        return jax.pure_callback(lambda x: outputs, shape, x)

    return forward(x)
