from flax import nnx


@nnx.jit
def forward(model, x):
    out = model(x)
    model.bias[...] = model.bias[...] - 0.1 * out.mean(axis=0)  # keep the outputs centred
    return out


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)
