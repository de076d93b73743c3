"""Expert style: one jitted scan whose carry is all state that isn't a Param; only that state comes back."""
import jax
from flax import nnx


@jax.jit
def run(model, batches):
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)

    def step(rest, batch):
        copy = nnx.merge(graphdef, params, rest)
        y = copy(batch)
        return nnx.state(copy, nnx.Not(nnx.Param)), y

    return jax.lax.scan(step, rest, batches)


def follow(model, batches):
    rest, outputs = run(model, batches)
    nnx.update(model, rest)
    return outputs
