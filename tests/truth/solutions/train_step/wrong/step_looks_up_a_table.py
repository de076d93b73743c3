"""All training runs eagerly on a clone beforehand; each call of train_step only picks a row of recorded losses and weights.
Breaks "One call of it is one step of training, with the forward pass, the gradient and the optimizer's update".
Class: decoy
"""
import jax
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, losses, weights, i):
    nnx.update(model, jax.tree.map(lambda rows: rows[i], weights))
    return losses[i]


def train(model, x, y, steps):
    clone = nnx.clone(model)
    optimizer = nnx.Optimizer(clone, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses, weights = [], []
    for _ in range(steps):
        loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(clone)
        optimizer.update(clone, grads)
        losses.append(loss)
        weights.append(jax.tree.map(jnp.array, nnx.state(clone, nnx.Param)))
    losses = jnp.stack(losses)
    weights = jax.tree.map(lambda *rows: jnp.stack(rows), *weights)
    return jnp.stack([train_step(model, losses, weights, jnp.int32(i)) for i in range(steps)])
