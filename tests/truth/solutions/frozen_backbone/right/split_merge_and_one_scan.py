"""Splits the model by a filter, scans over all steps in one `jax.jit` with plain Optax, and puts the Params back."""

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


@functools.partial(jax.jit, static_argnames=("steps",))
def run_all(graphdef, trained, rest, x, y, *, steps):
    def loss_of(candidate):
        return jnp.mean(jnp.square(nnx.merge(graphdef, candidate, rest)(x) - y))

    def body(carry, _):
        current, memory = carry
        loss, grads = jax.value_and_grad(loss_of)(current)
        updates, memory = RULE.update(grads, memory, current)
        return (optax.apply_updates(current, updates), memory), loss

    (final, _), losses = jax.lax.scan(body, (trained, RULE.init(trained)), None, length=steps)
    return final, losses


def tune(model, part, x, y, steps):
    chosen = nnx.All(nnx.Param, lambda path, _: path[0] == part)
    graphdef, trained, rest = nnx.split(model, chosen, ...)
    final, losses = run_all(graphdef, trained, rest, x, y, steps=steps)
    nnx.update(model, final)
    return losses
