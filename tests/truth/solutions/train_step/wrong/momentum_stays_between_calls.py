"""Keeps one optimizer for all models of the same shapes, so that nothing is traced again.

Class: state
Why: The second call of `train` for shapes that came before starts with the momentum of the first call instead of a fresh optimizer, so all losses after its first are wrong.
"""
import jax
import jax.numpy as jnp
import optax
from flax import nnx

optimizers = {}


@nnx.jit
def train_step(model, optimizer, x, y):
    def mean_loss(model):
        return ((model(x) - y) ** 2).mean()

    loss, grads = nnx.value_and_grad(mean_loss)(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    shapes = tuple(leaf.shape for leaf in jax.tree.leaves(nnx.state(model, nnx.Param)))
    if shapes not in optimizers:
        optimizers[shapes] = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    optimizer = optimizers[shapes]
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
