"""Selects all Params with the part's name anywhere in their path.

Class: numbers
Why: For part = 'head' it also trains the layer inside the backbone that is called head.
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
    wanted = nnx.All(nnx.Param, nnx.PathContains(part))
    optimizer = nnx.Optimizer(model, make_rule(), wrt=wanted)

    @nnx.jit
    def train_step(model, optimizer, x, y):
        def loss_fn(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(loss_fn, argnums=nnx.DiffState(0, wanted))(model)
        optimizer.update(model, grads)
        return loss

    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
