"""Freezes by turning all other Params into plain variables.

Class: structure
Why: 'The model has the same structure after the call': the frozen nnx.Params are nnx.Variables afterwards.
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



def tune(model, part, x, y, steps):
    for path, module in list(nnx.iter_modules(model)):
        if path and path[0] != part:
            for name, value in list(vars(module).items()):
                if isinstance(value, nnx.Param):
                    setattr(module, name, nnx.Variable(value[...]))
    optimizer = nnx.Optimizer(model, make_rule(), wrt=nnx.Param)

    @nnx.jit
    def train_step(model, optimizer, x, y):
        def loss_fn(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(loss_fn)(model)
        optimizer.update(model, grads)
        return loss

    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
