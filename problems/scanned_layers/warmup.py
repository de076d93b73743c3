"""Run by the grader before a submission comes, so that the operations of this problem are compiled. Not a solution."""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    """Touch what solutions use, in another order than a solution would."""
    graphdef, state = nnx.split(layers)

    def step(x, row):
        layer = nnx.merge(graphdef, row)
        return layer(x), (jnp.abs(x).mean(), nnx.state(layer))

    y, (means, state) = jax.lax.scan(step, x, state, reverse=True)
    nnx.update(layers, state)
    return y, means
