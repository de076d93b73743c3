import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    @nnx.scan(in_axes=(nnx.Carry, 0, 0), out_axes=(nnx.Carry, 0))
    def step(model, x, y):
        value, _ = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)
        return model, value

    return step(model, xs, ys)[1]
