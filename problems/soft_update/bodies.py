"""The networks that solutions are given."""

import jax
from flax import nnx


class Net(nnx.Module):
    """Two linear layers with a normalisation by fixed statistics in between."""

    def __init__(self, widths, rngs, fresh):
        """Make one from `widths[0]` inputs through `widths[1]` hidden units to `widths[2]` outputs.

        In a `fresh` one the linear layers' biases are still 0.
        """
        inputs, hidden, outputs = widths
        self.hidden = nnx.Linear(inputs, hidden, rngs=rngs)
        self.norm = nnx.BatchNorm(hidden, use_running_average=True, rngs=rngs)
        self.out = nnx.Linear(hidden, outputs, rngs=rngs)
        self.norm.mean[...] = jax.random.normal(rngs.params(), (hidden,))
        self.norm.var[...] = jax.random.uniform(rngs.params(), (hidden,), minval=0.5, maxval=2.0)
        self.norm.scale[...] = jax.random.uniform(rngs.params(), (hidden,), minval=0.5, maxval=2.0)
        self.norm.bias[...] = jax.random.normal(rngs.params(), (hidden,))
        if not fresh:
            self.hidden.bias[...] = jax.random.normal(rngs.params(), (hidden,))
            self.out.bias[...] = jax.random.normal(rngs.params(), (outputs,))

    def __call__(self, x):
        """Return the outputs for a batch."""
        return self.out(nnx.relu(self.norm(self.hidden(x))))


def make_net(widths, seed, fresh):
    """Return a network."""
    return Net(widths, nnx.Rngs(seed), fresh)
