"""`nnx.scan` over the steps, with model and optimizer as the carry."""

import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


@nnx.jit
def run(model, optimizer, x, y, losses):
    @nnx.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
    def step(carry, _):
        model, optimizer = carry
        loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
        optimizer.update(model, grads)
        return carry, loss

    _, losses = step((model, optimizer), losses)
    return losses


def tune(model, part, x, y, steps):
    optimizer = nnx.Optimizer(model, RULE, wrt=nnx.All(nnx.Param, lambda path, _: path[0] == part))
    return run(model, optimizer, x, y, jnp.zeros(steps))
