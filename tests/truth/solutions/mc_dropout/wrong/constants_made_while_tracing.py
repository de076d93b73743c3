"""The passes are made while JAX traces, with real numbers, and the compiled function holds them as a constant.

Class: half_eager
Why: It breaches "All floating-point arithmetic runs in a function made by `nnx.jit` or `jax.jit`": under ensure_compile_time_eval each operation runs eagerly, and the program only returns a constant.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def sample_outputs(model, x, samples):
    graphdef, state = nnx.split(model)
    moved = []

    @jax.jit
    def passes():
        with jax.ensure_compile_time_eval():
            network = nnx.merge(graphdef, state)
            outputs = jnp.stack([network(x) for _ in range(samples)])
            moved.append(nnx.state(network, nnx.RngCount))
        return outputs

    outputs = passes()
    nnx.update(model, moved[0])
    return outputs
