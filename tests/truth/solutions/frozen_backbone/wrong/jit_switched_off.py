"""The step is made by `nnx.jit` once and called for each step, where `jax.disable_jit` is in force.

Class: half_eager
Why: "All floating-point arithmetic runs in functions made by nnx.jit or jax.jit": nothing is compiled here, each operation runs by itself.
"""

import jax
import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


def tune(model, part, x, y, steps):
    chosen = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    optimizer = nnx.Optimizer(model, RULE, wrt=chosen)

    @nnx.jit
    def train_step(model, optimizer, x, y):
        def loss_fn(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(loss_fn, argnums=nnx.DiffState(0, chosen))(model)
        optimizer.update(model, grads)
        return loss

    with jax.disable_jit():
        losses = [train_step(model, optimizer, x, y) for _ in range(steps)]
    return jnp.stack(losses)
