"""Wrong solutions of `training`, each with the reason code it must get."""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


def loss_of(model, x, y):
    return ((model(x) - y) ** 2).mean()


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(loss_of)(model, x, y)
    optimizer.update(model, grads)
    return loss


def run(model, x, y, steps, tx=None):
    optimizer = nnx.Optimizer(model, tx or optax.sgd(0.1), wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])


# %% on_a_clone [state.not_changed]
def train(model, x, y, steps):
    return run(nnx.clone(model), x, y, steps)


# %% split_not_written_back [state.not_changed]
def train(model, x, y, steps):
    return run(nnx.merge(*nnx.split(model), copy=True), x, y, steps)


# %% put_back [state.not_changed]
def train(model, x, y, steps):
    before = jax.tree.map(jnp.copy, nnx.state(model))
    losses = run(model, x, y, steps)
    nnx.update(model, before)
    return losses


# %% statistics_lost [state.not_changed]
def train(model, x, y, steps):
    twin = nnx.clone(model)
    losses = run(twin, x, y, steps)
    nnx.update(model, nnx.state(twin, nnx.Param))
    return losses


# %% eval_after [state.graphdef_changed]
def train(model, x, y, steps):
    losses = run(model, x, y, steps)
    model.eval()
    return losses


# %% history_kept [state.graphdef_changed]
def train(model, x, y, steps):
    losses = run(model, x, y, steps)
    model.steps_done = steps
    return losses


# %% kernel_replaced [state.param_lost]
def train(model, x, y, steps):
    losses = run(model, x, y, steps)
    model.linear.kernel = jnp.array(model.linear.kernel[...])
    return losses


# %% scale_added [state.param_added]
def train(model, x, y, steps):
    losses = run(model, x, y, steps)
    model.temperature = nnx.Param(jnp.ones(()))
    return losses


# %% adam [values.mismatch]
def train(model, x, y, steps):
    return run(model, x, y, steps, optax.adam(0.1))


# %% other_rate [values.mismatch]
def train(model, x, y, steps):
    return run(model, x, y, steps, optax.sgd(0.01))


# %% momentum [values.mismatch]
def train(model, x, y, steps):
    return run(model, x, y, steps, optax.sgd(0.1, momentum=0.9, nesterov=True))


# %% clipped [values.mismatch]
def train(model, x, y, steps):
    return run(model, x, y, steps, optax.chain(optax.clip(1e-3), optax.sgd(0.1)))


# %% uphill [values.mismatch]
def train(model, x, y, steps):
    return run(model, x, y, steps, optax.sgd(-0.1))


# %% update_lost [values.mismatch]
@jax.jit
def lost_step(model, x, y):
    loss, grads = nnx.value_and_grad(loss_of)(model, x, y)
    nnx.update(model, jax.tree.map(lambda p, g: p - 0.1 * g, nnx.state(model, nnx.Param), grads))
    return loss


def train(model, x, y, steps):
    return jnp.stack([lost_step(model, x, y) for _ in range(steps)])


# %% loss_after [values.mismatch]
def train(model, x, y, steps):
    return run(model, x, y, steps + 1)[1:]


# %% evaluated_first [values.mismatch]
def train(model, x, y, steps):
    model.eval()
    losses = run(model, x, y, steps)
    model.train()
    return losses


# %% frozen_bias [values.mismatch]
def train(model, x, y, steps):
    losses = []
    for _ in range(steps):
        loss, grads = nnx.value_and_grad(loss_of)(model, x, y)
        model.linear.kernel[...] -= 0.1 * grads["linear"]["kernel"][...]
        losses.append(loss)
    return jnp.stack(losses)


# %% absolute_error [values.mismatch]
def train(model, x, y, steps):
    global loss_of
    loss_of = lambda model, x, y: jnp.abs(model(x) - y).mean()
    return run(model, x, y, steps)


# %% last_loss [values.shape]
def train(model, x, y, steps):
    return run(model, x, y, steps)[-1]


# %% one_more [values.shape]
def train(model, x, y, steps):
    return run(model, x, y, steps + 1)


# %% a_list [values.structure]
def train(model, x, y, steps):
    return list(run(model, x, y, steps))


# %% with_model [values.structure]
def train(model, x, y, steps):
    return run(model, x, y, steps), model


# %% half [values.dtype]
def train(model, x, y, steps):
    return run(model, x, y, steps).astype(jnp.bfloat16)


# %% grad_of_outputs [error.grad_scalar]
def train(model, x, y, steps):
    return nnx.grad(lambda model: model(x) - y)(model)


# %% wrong_batch [error.shape_broadcast]
def train(model, x, y, steps):
    return run(model, x, y.T, steps)


# %% by_hand [modes.raises]


@nnx.jit
def step(model, x, y):
    def loss_of(model):
        return jnp.mean((model(x) - y) ** 2)

    loss, grads = nnx.value_and_grad(loss_of)(model)
    params = nnx.state(model, nnx.Param)
    nnx.update(model, jax.tree.map(lambda p, g: p - 0.1 * g, params, grads))
    return loss


def train(model, x, y, steps):
    return jnp.array([step(model, x, y) for _ in range(steps)])


# %% eager [wrapped.not_used]


def error(model, x, y):
    return jnp.mean(jnp.square(y - model(x)))


def train(model, x, y, steps):
    losses = jnp.zeros(steps)
    for i in range(steps):
        value, grads = nnx.value_and_grad(error, argnums=0)(model, x, y)
        for layer, names in (("linear", ("kernel", "bias")), ("norm", ("scale", "bias"))):
            for name in names:
                variable = getattr(getattr(model, layer), name)
                variable[...] = variable[...] - 0.1 * grads[layer][name][...]
        losses = losses.at[i].set(value)
    return losses


# %% optax_by_hand [modes.raises]


def train(model, x, y, steps):
    tx = optax.sgd(learning_rate=0.1)
    state = tx.init(nnx.state(model, nnx.Param))
    losses = []

    @nnx.jit
    def grads_of(model, x, y):
        return nnx.value_and_grad(lambda m: optax.squared_error(m(x), y).mean())(model)

    while len(losses) < steps:
        loss, grads = grads_of(model, x, y)
        updates, state = tx.update(grads, state)
        nnx.update(model, optax.apply_updates(nnx.state(model, nnx.Param), updates))
        losses.append(loss)
    return jnp.asarray(losses)
