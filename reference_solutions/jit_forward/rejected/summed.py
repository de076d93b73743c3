from flax import nnx


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))

    @nnx.jit
    def forward(model, x):
        return model(x)

    total = 0.0
    for _ in range(int(num_calls)):
        total = total + forward(model, x)
    return total.reshape(-1)
