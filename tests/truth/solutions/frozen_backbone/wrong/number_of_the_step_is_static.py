"""The jitted step also gets its number, as a static argument, so that each step is traced anew.

Class: retrace
Why: With steps >= 3 JAX traces the step `steps` times in a call, and the statement allows once or twice.
"""

import functools

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

    @functools.partial(nnx.jit, static_argnums=(4,))
    def train_step(model, optimizer, x, y, number):
        def loss_fn(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(loss_fn, argnums=nnx.DiffState(0, chosen))(model)
        optimizer.update(model, grads)
        return loss

    return jnp.stack([train_step(model, optimizer, x, y, number) for number in range(steps)])
