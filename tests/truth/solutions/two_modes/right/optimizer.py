import jax.numpy as jnp
import optax
from flax import nnx


@nnx.compat.jit
def run(model, xs, rate):
    optimizer = nnx.Optimizer(model, optax.sgd(rate), wrt=nnx.Param, graph=True)

    @nnx.compat.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
    def body(carry, x):
        model, optimizer = carry
        loss, grads = nnx.compat.value_and_grad(lambda model: jnp.square(model(x) - x).mean())(model)
        optimizer.update(model, grads)
        return carry, loss

    return body((model, optimizer), xs)[1]


def fit(model, xs, rate):
    return run(model, xs, rate)
