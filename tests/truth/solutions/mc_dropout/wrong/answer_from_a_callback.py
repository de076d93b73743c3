"""A compiled function without a forward pass: it asks Python for outputs that were made before.

Class: host
Why: It breaches "Host callbacks … are not allowed", and the passes run eagerly.
"""

import jax
import jax.numpy as jnp
import numpy as np

ready = []


@jax.jit
def fetch(shape_of):
    result = jax.ShapeDtypeStruct(shape_of.shape, jnp.float32)
    return jax.pure_callback(lambda _: ready.pop(), result, shape_of)


def sample_outputs(model, x, samples):
    outputs = np.stack([np.asarray(model(x)) for _ in range(samples)])
    ready.append(outputs)
    return fetch(jnp.zeros(outputs.shape, bool)).block_until_ready()
