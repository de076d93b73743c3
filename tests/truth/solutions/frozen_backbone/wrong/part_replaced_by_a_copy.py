"""A copy of the model is trained, and its part is put into the model: the Params there are other variables now.
Breaks: "Train the `nnx.Param`s of `getattr(model, part)` [...] in place." / "The model has [...] the same variables."
Class: state
"""
import functools

import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


@functools.cache
def recipe(part):
    wanted = nnx.All(nnx.Param, lambda path, _: path[0] == part)

    @nnx.jit
    def step(model, optimizer, x, y):
        def mse(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(mse, argnums=nnx.DiffState(0, wanted))(model)
        optimizer.update(model, grads)
        return loss

    return wanted, step


def tune(model, part, x, y, steps):
    wanted, step = recipe(part)
    copy = nnx.clone(model)
    optimizer = nnx.Optimizer(copy, RULE, wrt=wanted)
    losses = jnp.stack([step(copy, optimizer, x, y) for _ in range(steps)])
    setattr(model, part, getattr(copy, part))
    return losses
