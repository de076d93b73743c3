"""The network that solutions are given."""

import jax
from flax import nnx


class Net(nnx.Module):
    """Two linear layers with batch normalisation in between."""

    def __init__(self, widths, momentum, rngs):
        """Make one from `widths[0]` inputs through `widths[1]` hidden units to `widths[2]` outputs."""
        inputs, hidden, outputs = widths
        self.hidden = nnx.Linear(inputs, hidden, rngs=rngs)
        self.norm = nnx.BatchNorm(hidden, momentum=momentum, rngs=rngs)
        self.out = nnx.Linear(hidden, outputs, rngs=rngs)
        self.hidden.bias[...] = jax.random.normal(rngs.params(), (hidden,))
        self.out.bias[...] = jax.random.normal(rngs.params(), (outputs,))
        self.norm.scale[...] = jax.random.uniform(rngs.params(), (hidden,), minval=0.5, maxval=2.0)
        self.norm.bias[...] = jax.random.normal(rngs.params(), (hidden,))
        self.norm.mean[...] = jax.random.normal(rngs.params(), (hidden,))
        self.norm.var[...] = jax.random.uniform(rngs.params(), (hidden,), minval=0.5, maxval=2.0)

    def __call__(self, x):
        """Return the outputs for a batch."""
        return self.out(nnx.tanh(self.norm(self.hidden(x))))


def make_net(widths, momentum, seed):
    """Return a fresh network in training mode."""
    return Net(widths, momentum, nnx.Rngs(seed))
