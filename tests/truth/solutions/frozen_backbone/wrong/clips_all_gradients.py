"""Clips the whole model's gradients, and gives the part's to an optimizer that knows the part only.

Class: numbers
Why: where the frozen Params have large gradients, the part's are scaled down by their norm, too ("Their gradients don't count in the norm"); it is right only as long as the norm of all stays below 1.
"""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


def tune(model, part, x, y, steps):
    mine = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    rule = optax.chain(optax.add_decayed_weights(0.1), optax.sgd(0.05, momentum=0.9))
    optimizer = nnx.Optimizer(model, rule, wrt=mine)

    @nnx.jit
    def train_step(model, optimizer, x, y):
        def loss_fn(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(loss_fn)(model)
        factor = jnp.minimum(1, 1 / optax.global_norm(grads))
        grads = jax.tree.map(lambda grad: grad * factor, grads)
        optimizer.update(model, grads)  # ignores those of the frozen Params
        return loss

    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
