"""The transformations of `nnx.compat`, in one program with a scan."""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.compat.jit
def fit(model, xs, rate):
    @nnx.compat.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
    def step(model, x):
        value, grads = nnx.compat.value_and_grad(lambda model: jnp.square(model(x) - x).mean())(model)
        params = nnx.compat.state(model, nnx.Param)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
        return model, value

    return step(model, xs)[1]
