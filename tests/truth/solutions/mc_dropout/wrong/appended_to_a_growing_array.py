"""The compiled pass appends its output to those before, so that each pass has other shapes and is traced again.
Breaks: "JAX traces your code once in a call, however many passes there are."
Class: retrace
"""
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def one_more(model, x, before):
    out = model(x)[None]
    return out if before is None else jnp.concatenate([before, out])


def sample_outputs(model, x, samples):
    outputs = None
    for _ in range(samples):
        outputs = one_more(model, x, outputs)
    return outputs
