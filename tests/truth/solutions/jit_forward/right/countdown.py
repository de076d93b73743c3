def jit_forward(seed, x, features, num_calls):
    from flax import nnx

    seed, features, left = map(int, (seed, features, num_calls))
    _, width = x.shape
    model = nnx.Linear(width, features, rngs=nnx.Rngs(seed))
    forward = nnx.jit(lambda model, x: model(x))
    while (left := left - 1) >= 0:
        out = forward(model, x)
    return out.flatten()
