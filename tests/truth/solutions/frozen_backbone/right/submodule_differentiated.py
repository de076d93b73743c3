"""Gradient and optimizer of the submodule, with the model as a second argument."""

import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


def tune(model, part, x, y, steps):
    optimizer = nnx.Optimizer(getattr(model, part), RULE, wrt=nnx.Param)

    @nnx.jit
    def step(model, optimizer):
        graphdef, own, rest = nnx.split(model, lambda path, v: path[0] == part and isinstance(v, nnx.Param), ...)

        def loss_fn(own):
            return ((nnx.merge(graphdef, own, rest)(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(loss_fn)(own)
        optimizer.update(getattr(model, part), grads[part])
        return loss

    return jnp.stack([step(model, optimizer) for _ in range(steps)])
