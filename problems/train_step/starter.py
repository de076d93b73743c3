import jax.numpy as jnp
import optax
from flax import nnx


# Compile this, once for all steps.
# It must change model and optimizer, so which jit?
def train_step(model, optimizer, x, y):
    def mean_loss(model):
        return ((model(x) - y) ** 2).mean()

    loss, grads = nnx.value_and_grad(mean_loss)(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    momentum = optax.sgd(0.05, momentum=0.9)
    optimizer = nnx.Optimizer(model, momentum, wrt=nnx.Param)
    losses = jnp.zeros(steps)
    for step in range(steps):
        losses = losses.at[step].set(train_step(model, optimizer, x, y))
    return losses
