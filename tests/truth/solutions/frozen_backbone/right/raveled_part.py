"""The part's Params as one flat vector (ravel_pytree), plain optax on it, and two jitted pure functions: one to start, one for a step."""

from functools import partial

import jax
import jax.numpy as jnp
import optax
from flax import nnx
from jax.flatten_util import ravel_pytree

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


@partial(jax.jit, static_argnums=0)
def step(graphdef, flat, memory, trained, rest, x, y):
    _, unravel = ravel_pytree(trained)

    def error(flat):
        model = nnx.merge(graphdef, unravel(flat), rest)
        return ((model(x) - y) ** 2).mean()

    loss, slope = jax.value_and_grad(error)(flat)
    updates, memory = RULE.update(slope, memory, flat)
    flat = optax.apply_updates(flat, updates)
    return flat, memory, unravel(flat), loss


@jax.jit
def start(trained):
    flat, _ = ravel_pytree(trained)
    return flat, RULE.init(flat)


def tune(model, part, x, y, steps):
    chosen = nnx.All(nnx.Param, lambda path, _: path[0] == part)
    graphdef, trained, rest = nnx.split(model, chosen, ...)
    (flat, memory), losses = start(trained), []
    for _ in range(steps):
        flat, memory, new, loss = step(graphdef, flat, memory, trained, rest, x, y)
        losses.append(loss)
    nnx.update(model, new)
    return jnp.stack(losses)
