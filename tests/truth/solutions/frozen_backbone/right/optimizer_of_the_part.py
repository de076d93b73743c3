"""The optimizer belongs to the part alone and gets the part's branch of the gradients."""

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



def tune(model, part, x, y, steps):
    optimizer = nnx.Optimizer(getattr(model, part), make_rule(), wrt=nnx.Param)
    by_part = nnx.DiffState(0, nnx.All(nnx.Param, lambda path, value: path[0] == part))

    def loss_fn(model, x, y):
        return jnp.mean(jnp.square(model(x) - y))

    def train_step(model, optimizer, x, y):
        loss, grads = nnx.value_and_grad(loss_fn, argnums=by_part)(model, x, y)
        optimizer.update(getattr(model, part), grads[part])
        return loss

    train_step, losses = nnx.jit(train_step), []
    while len(losses) < steps:
        losses.append(train_step(model, optimizer, x, y))
    return jnp.stack(losses)
