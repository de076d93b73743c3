from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for i in range(batches.shape[0]):
        forward(model, batches[i])
    return forward(model, x)
