import jax
import jax.numpy as jnp
from flax import nnx


class Follower:
    def __init__(self, forward):
        self.forward = jax.jit(forward)

    def __call__(self, model, batches):
        def one(batch):
            y, state = self.forward(model, batch)
            nnx.update(model, state)
            return y

        return jnp.stack([one(batch) for batch in batches])


def forward(model, batch):
    y = model(batch)
    return y, nnx.state(model)


follow = Follower(forward)
