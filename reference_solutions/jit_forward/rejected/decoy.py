from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        forward(model, x)
    return (x @ model.kernel[...] + model.bias[...]).reshape(-1)
