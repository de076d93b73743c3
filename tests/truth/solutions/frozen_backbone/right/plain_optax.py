"""No `nnx.Optimizer`: state and memory go through a function made by `jax.jit`."""

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
    graphdef, params, rest = nnx.split(model, nnx.All(nnx.Param, lambda p, _: p[0] == part), ...)

    @jax.jit
    def begin(params):
        return RULE.init(params)

    @jax.jit
    def step(params, memory, rest, x, y):
        def loss_fn(params):
            return ((nnx.merge(graphdef, params, rest)(x) - y) ** 2).mean()

        loss, grads = jax.value_and_grad(loss_fn)(params)
        updates, memory = RULE.update(grads, memory, params)
        return optax.apply_updates(params, updates), memory, loss

    memory, losses = begin(params), []
    for _ in range(steps):
        params, memory, loss = step(params, memory, rest, x, y)
        losses.append(loss)
    nnx.update(model, params)
    return jnp.stack(losses)
