"""Makes the passes in compiled groups of four, and what is left over in a smaller group.

Class: retrace
Why: It breaches "JAX traces your code once in a call": with 5 samples there are a group of four and one of one, each of which is traced.
"""

import functools

import jax.numpy as jnp
from flax import nnx

GROUP = 4


@functools.partial(nnx.jit, static_argnums=2)
def group(model, x, count):
    return jnp.stack([model(x) for _ in range(count)])


def sample_outputs(model, x, samples):
    outputs = []
    for start in range(0, samples, GROUP):
        outputs.append(group(model, x, min(GROUP, samples - start)))
    return jnp.concatenate(outputs)
