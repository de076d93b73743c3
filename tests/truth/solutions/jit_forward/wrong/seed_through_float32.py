"""Turn the seed into a number of JAX first, and into an int then.

Class: key
Why: float32 rounds seeds above 2**24, so that 16777217.0 gives the layer of the seed 16777216, with other parameters and another output.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x).reshape(-1)


def jit_forward(seed, x, features, num_calls):
    # All arguments come as floats. Bring them to JAX, then to whole numbers.
    seed, features, num_calls = (int(number) for number in jnp.asarray([seed, features, num_calls]))
    model = nnx.Linear(x.shape[-1], features, rngs=nnx.Rngs(seed))
    for _ in range(num_calls):
        out = forward(model, x)
    return out
