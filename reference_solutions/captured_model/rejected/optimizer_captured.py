import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    optimizer = nnx.Optimizer(model, optax.sgd(rate), wrt=nnx.Param)

    @nnx.scan(in_axes=(nnx.Carry, 0, 0), out_axes=(nnx.Carry, 0))
    def step(model, x, y):
        value, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)
        optimizer.update(model, grads)
        return model, value

    return step(model, xs, ys)[1]
