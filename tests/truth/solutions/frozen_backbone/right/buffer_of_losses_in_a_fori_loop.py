"""The trained part is a plain list of arrays, and jax.lax.fori_loop makes all steps and fills a buffer of losses."""
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


@functools.partial(jax.jit, static_argnums=(0, 1, 6))
def all_steps(graphdef, treedef, leaves, rest, x, y, steps):
    def loss_of(leaves):
        model = nnx.merge(graphdef, jax.tree.unflatten(treedef, leaves), rest)
        return jnp.mean((model(x) - y) ** 2)

    def one(i, carry):
        leaves, memory, losses = carry
        loss, grads = jax.value_and_grad(loss_of)(leaves)
        updates, memory = RULE.update(grads, memory, leaves)
        return optax.apply_updates(leaves, updates), memory, losses.at[i].set(loss)

    begin = (leaves, RULE.init(leaves), jnp.zeros(steps, jnp.float32))
    leaves, _, losses = jax.lax.fori_loop(0, steps, one, begin)
    return leaves, losses


def tune(model, part, x, y, steps):
    def is_trained(path, value):
        return path[0] == part

    graphdef, trained, rest = nnx.split(model, nnx.All(nnx.Param, is_trained), ...)
    leaves, treedef = jax.tree.flatten(trained)
    leaves, losses = all_steps(graphdef, treedef, leaves, rest, x, y, steps)
    nnx.update(model, jax.tree.unflatten(treedef, leaves))
    return losses
