"""The first call of the step takes all steps in a loop of JAX, and the other calls change nothing.

Class: decoy
Why: "One call of it is one step of training, with the forward pass, the gradient and the optimizer's update": after one call of `train_step` all steps are taken.
"""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y, losses):
    model_def, model_state = nnx.split(model)
    optimizer_def, optimizer_state = nnx.split(optimizer)
    leaves, treedef = jax.tree.flatten((model_state, optimizer_state))

    def body(i, carry):
        leaves, losses = carry
        model_state, optimizer_state = treedef.unflatten(leaves)
        inner = nnx.merge(model_def, model_state)
        rule = nnx.merge(optimizer_def, optimizer_state)
        loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(inner)
        rule.update(inner, grads)
        return jax.tree.leaves((nnx.state(inner), nnx.state(rule))), losses.at[i].set(loss)

    def run_all(carry):
        return jax.lax.fori_loop(0, losses.shape[0], body, carry)

    first = optimizer.step[...] == 0
    leaves, losses = jax.lax.cond(first, run_all, lambda carry: carry, (leaves, losses))
    model_state, optimizer_state = treedef.unflatten(leaves)
    nnx.update(model, model_state)
    nnx.update(optimizer, optimizer_state)
    return losses


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = jnp.zeros(steps)
    for _ in range(steps):
        losses = train_step(model, optimizer, x, y, losses)
    return losses
