"""The network that solutions are given."""

import jax
from flax import nnx


class Net(nnx.Module):
    """Two linear layers with dropout in between."""

    def __init__(self, widths, rate, rngs):
        """Make one from `widths[0]` inputs through `widths[1]` hidden units to `widths[2]` outputs."""
        inputs, hidden, outputs = widths
        self.hidden = nnx.Linear(inputs, hidden, rngs=rngs)
        self.dropout = nnx.Dropout(rate, rngs=rngs)
        self.out = nnx.Linear(hidden, outputs, rngs=rngs)
        self.hidden.bias[...] = jax.random.normal(rngs.params(), (hidden,))
        self.out.bias[...] = jax.random.normal(rngs.params(), (outputs,))

    def __call__(self, x):
        """Return the outputs for a batch."""
        return self.out(self.dropout(nnx.tanh(self.hidden(x))))


def make_net(widths, rate, seed, drawn):
    """Return a network in training mode that has drawn so many masks before."""
    net = Net(widths, rate, nnx.Rngs(seed))
    net.dropout.rngs.count[...] += drawn
    return net
