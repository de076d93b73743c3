"""Pure functions: the part's Params are a state of their own, and a scan carries them and the rule's memory."""

from functools import partial

import jax
import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(optax.clip_by_global_norm(1.0), optax.add_decayed_weights(0.1), optax.sgd(0.05, momentum=0.9))


@partial(jax.jit, static_argnums=(0, 5))
def run(graphdef, params, rest, x, y, steps):
    def loss_fn(params):
        return jnp.square(nnx.merge(graphdef, params, rest)(x) - y).mean()

    def step(carry, _):
        params, memory = carry
        loss, grads = jax.value_and_grad(loss_fn)(params)
        updates, memory = RULE.update(grads, memory, params)
        return (optax.apply_updates(params, updates), memory), loss

    (params, _), losses = jax.lax.scan(step, (params, RULE.init(params)), length=steps)
    return params, losses


def tune(model, part, x, y, steps):
    of_part = nnx.All(nnx.Param, lambda path, _: path[0] == part)
    graphdef, params, rest = nnx.split(model, of_part, ...)
    params, losses = run(graphdef, params, rest, x, y, steps)
    nnx.update(model, params)
    return losses
