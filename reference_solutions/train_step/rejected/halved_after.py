import jax
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


@nnx.jit
def shrink(model):
    nnx.update(model, jax.tree.map(lambda param: param / 2, nnx.state(model, nnx.Param)))


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
    shrink(model)
    return losses
