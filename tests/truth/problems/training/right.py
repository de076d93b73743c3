"""Right solutions of `training`."""

import jax
import jax.numpy as jnp
import optax
from flax import nnx

# %% optimizer


def loss_of(model, x, y):
    return ((model(x) - y) ** 2).mean()


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(loss_of)(model, x, y)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)
    losses = []
    for _ in range(steps):
        losses.append(train_step(model, optimizer, x, y))
    return jnp.stack(losses)


# %% split_and_merge


def train(model, x, y, steps):
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)

    @jax.jit
    def step(params, rest):
        def loss_of(params, rest):
            model = nnx.merge(graphdef, params, rest, copy=True)
            loss = jnp.square(model(x) - y).mean()
            return loss, nnx.state(model, nnx.Not(nnx.Param))

        (loss, rest_after), grads = jax.value_and_grad(loss_of, has_aux=True)(params, rest)
        return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), rest_after, loss

    losses = []
    for _ in range(steps):
        params, rest, loss = step(params, rest)
        losses.append(loss)
    nnx.update(model, params, rest)
    return jnp.stack(losses)


# %% scan_of_steps


@nnx.jit
def train_step(pair, batch):
    model, optimizer = pair
    x, y = batch["x"], batch["y"]
    loss, grads = nnx.value_and_grad(lambda model: optax.squared_error(model(x), y).mean())(model)
    optimizer.update(model=model, grads=grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, tx=optax.sgd(0.1), wrt=nnx.Param)
    losses, left = [], steps
    while left > 0:
        loss = train_step((model, optimizer), {"x": x, "y": y})
        losses, left = [*losses, loss], left - 1
    return jnp.stack(losses)


# %% chain


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = nnx.Optimizer(model, optax.chain(optax.identity(), optax.sgd(0.1)), wrt=nnx.Param)

    def step(self, x, y):
        return run(self.model, self.optimizer, x, y)


@nnx.jit
def run(model, optimizer, x, y):
    out = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    loss, grads = out
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    trainer = Trainer(model)
    losses = [trainer.step(x, y) for _ in range(steps)]
    return jnp.stack(losses)


# %% functional


def loss_of(params, graphdef, rest, x, y):
    model = nnx.merge(graphdef, params, rest, copy=True)
    residual = model(x) - y
    _, _, rest = nnx.split(model, nnx.Param, ...)
    return (residual * residual).mean(), rest


grad_of = jax.jit(jax.value_and_grad(loss_of, has_aux=True), static_argnums=1)


def train(model, x, y, steps):
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)
    losses = []
    for _ in range(steps):
        (loss, rest), grads = grad_of(params, graphdef, rest, x, y)
        params = jax.tree.map(lambda param, grad: param + (-0.1) * grad, params, grads)
        losses += [loss]
    nnx.update(model, params)
    nnx.update(model, rest)
    return jnp.concatenate([loss[None] for loss in losses])


# %% closure


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(optax.constant_schedule(0.1)), wrt=nnx.Param)

    @nnx.jit
    def step(model, optimizer):
        def mean_squared_error(model):
            return jnp.mean(jnp.square(model(x) - y))

        loss, grads = nnx.value_and_grad(mean_squared_error)(model)
        optimizer.update(model, grads)
        return loss

    losses = jnp.zeros((steps,))
    for i in range(steps):
        losses = losses.at[i].set(step(model, optimizer))
    return losses
