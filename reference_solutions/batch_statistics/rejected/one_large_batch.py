from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    forward(model, batches.reshape(-1, batches.shape[-1]))
    model.eval()
    outputs = forward(model, x)
    model.train()
    return outputs
