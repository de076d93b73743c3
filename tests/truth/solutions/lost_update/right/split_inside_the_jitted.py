"""The jitted function takes the module, splits it inside, scans with the rest of the state as the carry, and returns that."""

import jax
from flax import nnx


def _run(model: nnx.Module, batches: jax.Array) -> tuple[jax.Array, nnx.State]:
    graphdef, fixed, moving = nnx.split(model, nnx.Param, ...)

    def one(moving, batch):
        copy = nnx.merge(graphdef, fixed, moving)
        outputs = copy(batch)
        return nnx.split(copy, nnx.Param, ...)[2], outputs

    moving, outputs = jax.lax.scan(one, moving, batches)
    return outputs, moving


_compiled = jax.jit(_run)


def follow(model: nnx.Module, batches: jax.Array) -> jax.Array:
    outputs, moved = _compiled(model, batches)
    nnx.update(model, moved)
    return outputs
