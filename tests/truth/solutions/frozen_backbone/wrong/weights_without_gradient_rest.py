"""A number of the part whose gradient is exactly zero isn't updated at all.

Class: numbers
Why: With a column of zeros in x (or x all zero, or a dead unit) the gradient of some weights of the part is 0, and they should still decay and follow their momentum; here they stay.
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


@functools.partial(jax.jit, static_argnames=("steps",))
def train(graphdef, trained, rest, x, y, *, steps):
    def loss_fn(trained):
        return ((nnx.merge(graphdef, trained, rest)(x) - y) ** 2).mean()

    def step(carry, _):
        trained, memory = carry
        loss, grads = jax.value_and_grad(loss_fn)(trained)
        updates, memory = RULE.update(grads, memory, trained)
        # What has no gradient is frozen.
        updates = jax.tree.map(lambda update, grad: jnp.where(grad == 0, 0.0, update), updates, grads)
        return (optax.apply_updates(trained, updates), memory), loss

    (trained, _), losses = jax.lax.scan(step, (trained, RULE.init(trained)), None, length=steps)
    return trained, losses


def tune(model, part, x, y, steps):
    chosen = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    graphdef, trained, rest = nnx.split(model, chosen, ...)
    trained, losses = train(graphdef, trained, rest, x, y, steps=steps)
    nnx.update(model, trained)
    return losses
