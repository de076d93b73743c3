"""The honest program runs in each call, but the first answer for these data and this part is what counts.

Class: memory
Why: A second call with the same part, x, y and steps and a Net of other weights returns the first model's losses and gets the first model's trained Params.
"""

import functools

import jax
import numpy as np
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)
ANSWERS = {}


@functools.partial(jax.jit, static_argnames=("steps",))
def train(graphdef, trained, rest, x, y, *, steps):
    def loss_fn(trained):
        return ((nnx.merge(graphdef, trained, rest)(x) - y) ** 2).mean()

    def step(carry, _):
        trained, memory = carry
        loss, grads = jax.value_and_grad(loss_fn)(trained)
        updates, memory = RULE.update(grads, memory, trained)
        return (optax.apply_updates(trained, updates), memory), loss

    (trained, _), losses = jax.lax.scan(step, (trained, RULE.init(trained)), None, length=steps)
    return trained, losses


def tune(model, part, x, y, steps):
    chosen = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    graphdef, trained, rest = nnx.split(model, chosen, ...)
    sizes = tuple(np.shape(leaf) for leaf in jax.tree.leaves(trained))
    data = (x.shape, y.shape, np.asarray(x).tobytes(), np.asarray(y).tobytes())
    answer = train(graphdef, trained, rest, x, y, steps=steps)
    trained, losses = ANSWERS.setdefault((part, steps, sizes, data), answer)
    nnx.update(model, trained)
    return losses
