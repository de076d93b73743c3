"""The first call of the step makes all steps in a loop on the device, and the other calls make none.

Class: decoy
Why: "One call of it is one step of training" doesn't hold: the first call makes `steps` steps, and each other call only passes the losses on.
"""
import jax
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y, losses, due):
    model_def, model_state = nnx.split(model)
    optimizer_def, optimizer_state = nnx.split(optimizer)

    def body(step, carry):
        model_state, optimizer_state, losses = carry
        model = nnx.merge(model_def, model_state)
        optimizer = nnx.merge(optimizer_def, optimizer_state)
        loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
        optimizer.update(model, grads)
        return nnx.state(model), nnx.state(optimizer), losses.at[step].set(loss)

    carry = (model_state, optimizer_state, losses)
    model_state, optimizer_state, losses = jax.lax.fori_loop(0, due, body, carry)
    nnx.update(model, model_state)
    nnx.update(optimizer, optimizer_state)
    return losses


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = jnp.zeros(steps)
    for step in range(steps):
        losses = train_step(model, optimizer, x, y, losses, 0 if step else steps)
    return losses
