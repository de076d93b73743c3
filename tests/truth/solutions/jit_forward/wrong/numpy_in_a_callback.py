"""NumPy multiplies in a host callback inside the jitted function.
Class: host
Why: "It calls the model on `x`", and "A function made by `nnx.jit` runs the layer".
"""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


def on_host(x, kernel, bias):
    return np.asarray(x) @ np.asarray(kernel) + np.asarray(bias)


@nnx.jit
def forward(model, x):
    shape = jax.ShapeDtypeStruct((x.shape[0], model.out_features), jnp.float32)
    return jax.pure_callback(on_host, shape, x, model.kernel[...], model.bias[...])


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)
