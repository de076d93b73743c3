from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    model.eval()
    for batch in batches:
        forward(model, batch)
    outputs = forward(model, x)
    model.train()
    return outputs
