from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    run = nnx.cached_partial(forward, model)
    for batch in batches:
        run(batch)
    model.eval()
    result = forward(model, x)
    model.train()
    return result
