"""A jitted function without arguments trains eagerly while it is traced, and compiles to the finished numbers.

Class: decoy
Why: "All floating-point arithmetic runs in functions made by nnx.jit or jax.jit": the compiled program holds only constants, each operation of the steps ran by itself at trace time.
"""

import jax
import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


def tune(model, part, x, y, steps):
    chosen = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    graphdef, start, rest = nnx.split(model, chosen, ...)

    def loss_fn(trained):
        return ((nnx.merge(graphdef, trained, rest)(x) - y) ** 2).mean()

    @jax.jit
    def train():
        with jax.ensure_compile_time_eval():
            trained, memory, losses = start, RULE.init(start), []
            for _ in range(steps):
                loss, grads = jax.value_and_grad(loss_fn)(trained)
                updates, memory = RULE.update(grads, memory, trained)
                trained = optax.apply_updates(trained, updates)
                losses.append(loss)
            return trained, jnp.stack(losses)

    finished, losses = train()
    nnx.update(model, finished)
    return losses
