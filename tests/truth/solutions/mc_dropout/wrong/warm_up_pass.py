"""Makes a pass to compile, throws its outputs away, and puts the model's state back.

Class: flops
Why: It breaks "Run it `samples` times": for one sample, the compiled function runs twice.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    before = jax.tree.map(lambda leaf: leaf, nnx.state(model, nnx.RngState))
    forward(model, x)  # compile
    nnx.update(model, before)
    return jnp.stack([forward(model, x) for _ in range(samples)])
