"""Splits the model, trains the part's arrays in a scan under jax.jit, and writes them back."""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


def make_rule():
    return optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.add_decayed_weights(0.1),
        optax.sgd(0.05, momentum=0.9),
    )



def tune(model, part, x, y, steps):
    wanted = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    graphdef, trained, rest = nnx.split(model, wanted, ...)
    arrays, treedef = jax.tree.flatten(trained)
    rule = make_rule()

    @jax.jit
    def run(arrays, rest, x, y):
        def loss_fn(arrays):
            net = nnx.merge(graphdef, jax.tree.unflatten(treedef, arrays), rest)
            return ((net(x) - y) ** 2).mean()

        def body(carry, _):
            arrays, memory = carry
            loss, grads = jax.value_and_grad(loss_fn)(arrays)
            updates, memory = rule.update(grads, memory, arrays)
            return (optax.apply_updates(arrays, updates), memory), loss

        (arrays, _), losses = jax.lax.scan(body, (arrays, rule.init(arrays)), length=steps)
        return arrays, losses

    arrays, losses = run(arrays, rest, x, y)
    nnx.update(model, jax.tree.unflatten(treedef, arrays))
    return losses
