"""The optimizer is made of the submodule. Gradients of the model are cut down to the part."""

import jax.numpy as jnp
import optax
from flax import nnx


def loss_fn(model, x, y):
    return ((model(x) - y) ** 2).mean()


def tune(model, part, x, y, steps):
    rule = optax.chain(optax.clip_by_global_norm(1.0), optax.add_decayed_weights(0.1), optax.sgd(0.05, momentum=0.9))
    optimizer = nnx.Optimizer(getattr(model, part), rule, wrt=nnx.Param)

    @nnx.jit
    def step(model, optimizer):
        loss, grads = nnx.value_and_grad(loss_fn)(model, x, y)
        optimizer.update(getattr(model, part), grads[part])
        return loss

    return jnp.array([step(model, optimizer) for _ in range(steps)])
