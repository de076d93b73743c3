import jax
import jax.numpy as jnp
import optax
from flax import nnx

LEARNING_RATE: float = 0.05
MOMENTUM: float = 0.9


def loss_fn(model: nnx.Module, x: jax.Array, y: jax.Array) -> jax.Array:
    return optax.losses.squared_error(model(x), y).mean()


@nnx.jit
def train_step(model: nnx.Module, optimizer: nnx.Optimizer, data: tuple[jax.Array, jax.Array]) -> jax.Array:
    wrt_params = nnx.DiffState(0, nnx.Param)
    loss, grads = nnx.value_and_grad(loss_fn, argnums=wrt_params)(model, *data)
    optimizer.update(model, grads)
    return loss.reshape(1)


def train(model: nnx.Module, x: jax.Array, y: jax.Array, steps: int) -> jax.Array:
    optimizer = nnx.Optimizer(model, optax.sgd(LEARNING_RATE, momentum=MOMENTUM), wrt=nnx.Param)
    losses: list[jax.Array] = []
    while len(losses) < steps:
        losses.append(train_step(model, optimizer, (x, y)))
    return jnp.concatenate(losses)
