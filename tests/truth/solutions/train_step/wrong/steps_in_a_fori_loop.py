"""A loop of NNX repeats the compiled step, which Python calls while the loop is traced only.

Class: dispatches
Why: Python calls `train_step` once or twice, whatever `steps` is: "Call `train_step` exactly `steps` times, from a Python loop."
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)

    def body(step, state):
        model, optimizer, losses = state
        losses = losses.at[step].set(train_step(model, optimizer, x, y))
        return model, optimizer, losses

    return nnx.fori_loop(0, steps, body, (model, optimizer, jnp.zeros(steps)))[2]
