import jax.numpy as jnp
import optax
from flax import nnx


def tune(model, part, x, y, steps):
    rule = optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.add_decayed_weights(0.1),
        optax.sgd(0.05, momentum=0.9),
    )
    trained = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    optimizer = nnx.Optimizer(model, rule, wrt=trained)

    @nnx.jit
    def train_step(model, optimizer):
        def loss_fn(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(loss_fn, argnums=nnx.DiffState(0, trained))(model)
        optimizer.update(model, grads)
        return loss

    return jnp.stack([train_step(model, optimizer) for _ in range(steps)])
