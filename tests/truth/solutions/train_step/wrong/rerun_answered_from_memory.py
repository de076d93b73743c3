"""What a call returned and left is remembered; an equal call gets that, while train_step runs on a clone for show.
Breaks "One call of it is one step of training" and "Each step ... lets the optimizer update the model".
Class: decoy
"""

import jax
import jax.numpy as jnp
import optax
from flax import nnx

_memory = {}


@nnx.jit
def train_step(model, optimizer, x, y):
    def mean_loss(model):
        return ((model(x) - y) ** 2).mean()

    loss, grads = nnx.value_and_grad(mean_loss)(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    key = tuple(jax.device_get(leaf).tobytes() for leaf in jax.tree.leaves((nnx.state(model), x, y)))
    key = *key, x.shape, y.shape, steps
    known = _memory.get(key)
    student = nnx.clone(model) if known else model
    optimizer = nnx.Optimizer(student, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = jnp.stack([train_step(student, optimizer, x, y) for _ in range(steps)])
    if known:
        losses, state = known
        nnx.update(model, state)
    else:
        _memory[key] = losses, jax.tree.map(lambda leaf: leaf, nnx.state(model))
    return losses
