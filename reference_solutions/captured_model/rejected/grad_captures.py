import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    @nnx.scan(in_axes=(nnx.Carry, 0, 0), out_axes=(nnx.Carry, 0))
    def step(model, x, y):
        def loss(params):
            nnx.update(model, params)
            return jnp.square(model(x) - y).mean()

        params = nnx.state(model, nnx.Param)
        value, grads = jax.value_and_grad(loss)(params)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
        return model, value

    return step(model, xs, ys)[1]
