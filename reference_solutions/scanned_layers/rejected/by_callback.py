import jax
import numpy as np
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    @nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
    def step(layer, x):
        x = layer(x)
        mean = jax.pure_callback(lambda x: np.abs(np.asarray(x)).mean(), jax.ShapeDtypeStruct((), x.dtype), x)
        return x, mean

    return step(layers, x)
