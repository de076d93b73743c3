"""Only the variables of one kind of network learn.
Class: structure
Why: "There are several kinds, with other variables, so your function must not name them".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    @nnx.scan(in_axes=(nnx.Carry, 0, 0), out_axes=(nnx.Carry, 0))
    def step(model, x, y):
        loss, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)
        for layer, name in ((model.hidden, "hidden"), (model.out, "out")):
            layer.kernel[...] -= rate * grads[name]["kernel"][...]
            layer.bias[...] -= rate * grads[name]["bias"][...]
        return model, loss

    return step(model, xs, ys)[1]
