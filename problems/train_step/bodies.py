"""The network that solutions train."""

import jax
from flax import nnx


class Net(nnx.Module):
    """Two linear layers with a tanh in between."""

    def __init__(self, widths, rngs, fresh):
        """Make one from `widths[0]` inputs through `widths[1]` hidden units to `widths[2]` outputs.

        In a `fresh` one the biases are still 0.
        """
        inputs, hidden, outputs = widths
        self.hidden = nnx.Linear(inputs, hidden, rngs=rngs)
        self.out = nnx.Linear(hidden, outputs, rngs=rngs)
        if not fresh:
            self.hidden.bias[...] = jax.random.normal(rngs.params(), (hidden,))
            self.out.bias[...] = jax.random.normal(rngs.params(), (outputs,))

    def __call__(self, x):
        """Return the outputs for a batch."""
        return self.out(nnx.tanh(self.hidden(x)))


def make_net(widths, seed, fresh):
    """Return a network."""
    return Net(widths, nnx.Rngs(seed), fresh)
