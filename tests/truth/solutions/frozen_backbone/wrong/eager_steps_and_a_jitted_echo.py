"""Trains eagerly, and sends losses and Params through a jitted function at the end.

Class: decoy
Why: 'Run the steps in a function made by nnx.jit or jax.jit': all arithmetic is eager, and the jitted function only hands it back.
"""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


def make_rule():
    return optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.add_decayed_weights(0.1),
        optax.sgd(0.05, momentum=0.9),
    )



@jax.jit
def echo(losses, arrays):
    return jnp.stack(losses), [jnp.reshape(array, array.shape) for array in arrays]


def tune(model, part, x, y, steps):
    wanted = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    optimizer = nnx.Optimizer(model, make_rule(), wrt=wanted)

    def loss_fn(model):
        return ((model(x) - y) ** 2).mean()

    losses = []
    for _ in range(steps):
        loss, grads = nnx.value_and_grad(loss_fn, argnums=nnx.DiffState(0, wanted))(model)
        optimizer.update(model, grads)
        losses.append(loss)
    arrays, treedef = jax.tree.flatten(nnx.state(model, wanted))
    losses, arrays = echo(losses, arrays)
    nnx.update(model, jax.tree.unflatten(treedef, arrays))
    return losses
