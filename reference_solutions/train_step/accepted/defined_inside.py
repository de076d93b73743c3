import jax.numpy as jnp
import optax
from flax import nnx


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)

    @nnx.jit
    def train_step(model, optimizer):
        loss, grads = nnx.value_and_grad(lambda net: jnp.mean(jnp.square(net(x) - y)))(model)
        optimizer.update(model, grads)
        return loss

    return jnp.array([train_step(model, optimizer) for _ in range(steps)])
