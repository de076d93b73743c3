"""The optimizer is left on the model as an attribute, for a later call to go on with.
Breaks "The model has the same structure after the call and the same variables".
Class: state
"""

import jax.numpy as jnp
import optax
from flax import nnx


def tune(model, part, x, y, steps):
    rule = optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.add_decayed_weights(0.1),
        optax.sgd(0.05, momentum=0.9),
    )
    wanted = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    optimizer = nnx.Optimizer(model, rule, wrt=wanted)

    @nnx.jit
    def step(model, optimizer, x, y):
        def mse(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(mse, argnums=nnx.DiffState(0, wanted))(model)
        optimizer.update(model, grads)
        return loss

    losses = [step(model, optimizer, x, y) for _ in range(steps)]
    model.optimizer = optimizer
    return jnp.stack(losses)
