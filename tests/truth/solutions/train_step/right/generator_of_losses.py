"""train is a few lines around a generator; the step computes on flat arrays with comments on their shapes, and asserts."""
import jax
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(optimizer: nnx.Optimizer, model: nnx.Module, batch: tuple[jax.Array, jax.Array]) -> jax.Array:
    inputs, wanted = batch  # float32[N, D], float32[N, K]

    def objective(model: nnx.Module) -> jax.Array:
        error = (model(inputs) - wanted).ravel()  # float32[N * K]
        assert error.ndim == 1
        return error @ error / error.size

    value, gradient = nnx.value_and_grad(objective, argnums=nnx.DiffState(0, nnx.Param))(model)
    optimizer.update(model, gradient)
    return value


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = (train_step(optimizer, model, (x, y)) for _ in range(steps))
    return jnp.stack(list(losses))
