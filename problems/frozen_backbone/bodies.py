"""The network that solutions train in part."""

import jax
from flax import nnx


class Layer(nnx.Module):
    """A linear layer of its inputs less a centre, which is a statistic and never trained."""

    def __init__(self, inputs, outputs, rngs):
        """Make one from `inputs` to `outputs` numbers, with nothing that is zero."""
        self.linear = nnx.Linear(inputs, outputs, rngs=rngs)
        self.linear.bias[...] = jax.random.normal(rngs.params(), (outputs,))
        self.centre = nnx.BatchStat(jax.random.normal(rngs.params(), (inputs,)))

    def __call__(self, x):
        """Return the outputs for a batch."""
        return self.linear(x - self.centre[...])


class Encoder(nnx.Module):
    """Two layers. The second one is called `head`, as the network's last layer is."""

    def __init__(self, inputs, hidden, rngs):
        """Make one from `inputs` to `hidden` numbers."""
        self.stem = Layer(inputs, hidden, rngs)
        self.head = Layer(hidden, hidden, rngs)

    def __call__(self, x):
        """Return the features of a batch."""
        return self.head(nnx.tanh(self.stem(x)))


class Net(nnx.Module):
    """A backbone, a neck and a head."""

    def __init__(self, widths, rngs):
        """Make one from `widths[0]` inputs through `widths[1]` features to `widths[2]` outputs."""
        inputs, hidden, outputs = widths
        self.backbone = Encoder(inputs, hidden, rngs)
        self.neck = Layer(hidden, hidden, rngs)
        self.head = Layer(hidden, outputs, rngs)

    def __call__(self, x):
        """Return the outputs for a batch."""
        features = nnx.tanh(self.backbone(x))
        return self.head(features + nnx.tanh(self.neck(features)))


def make_net(widths, seed):
    """Return a network."""
    return Net(widths, nnx.Rngs(seed))
