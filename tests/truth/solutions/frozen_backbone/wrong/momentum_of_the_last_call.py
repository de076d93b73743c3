"""Keeps the optimizer of each part for the next call, so that it is made only once.

Class: state
Why: a second call for the same part, with a fresh network, begins with the momentum that the first one left; only its first loss is right.
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
_trainers = {}


def _make_trainer(model, part):
    mine = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    optimizer = nnx.Optimizer(model, RULE, wrt=mine)

    @nnx.jit
    def train_step(model, optimizer, x, y):
        def loss_fn(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(loss_fn, argnums=nnx.DiffState(0, mine))(model)
        optimizer.update(model, grads)
        return loss

    return optimizer, train_step


def tune(model, part, x, y, steps):
    shapes = tuple(leaf.shape for leaf in jax.tree.leaves(nnx.state(model, nnx.Param)))
    key = part, shapes
    if key not in _trainers:
        _trainers[key] = _make_trainer(model, part)
    optimizer, train_step = _trainers[key]
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
