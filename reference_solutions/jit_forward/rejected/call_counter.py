from flax import nnx


class Counted(nnx.Linear):
    def __init__(self, in_features, out_features, *, rngs):
        super().__init__(in_features, out_features, rngs=rngs)
        self.calls = 0

    def __call__(self, x):
        self.calls += 1  # a plain int: part of the graphdef
        return super().__call__(x)


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = Counted(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)
