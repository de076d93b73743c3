"""A subclass of `nnx.Linear` with a jitted method: the instance is the method's first argument, so it is passed."""

from flax import nnx


class Head(nnx.Linear):
    @nnx.jit
    def forward(self, x):
        return self(x)


def jit_forward(seed, x, features, num_calls):
    head = Head(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    out = x
    for _ in range(int(num_calls)):
        out = head.forward(x)
    return out.reshape(-1)
