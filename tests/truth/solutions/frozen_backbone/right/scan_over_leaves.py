"""Takes the part's Params out as a list of arrays, scans all steps over it in one program, and writes it back."""

import jax
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


def tune(model, part, x, y, steps):
    mine = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    graphdef, trained, rest = nnx.split(model, mine, ...)
    leaves, structure = jax.tree.flatten(trained)

    def loss_of(leaves, rest, x, y):
        net = nnx.merge(graphdef, jax.tree.unflatten(structure, leaves), rest)
        return ((net(x) - y) ** 2).mean()

    @jax.jit
    def run(leaves, rest, x, y):
        def step(carry, _):
            leaves, memory = carry
            loss, slopes = jax.value_and_grad(loss_of)(leaves, rest, x, y)
            updates, memory = RULE.update(slopes, memory, leaves)
            return (optax.apply_updates(leaves, updates), memory), loss

        (leaves, _), losses = jax.lax.scan(step, (leaves, RULE.init(leaves)), None, length=steps)
        return leaves, losses

    leaves, losses = run(leaves, rest, x, y)
    nnx.update(model, jax.tree.unflatten(structure, leaves))
    return losses
