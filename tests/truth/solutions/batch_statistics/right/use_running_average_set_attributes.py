from flax import nnx


@nnx.jit
def step(model, batch):
    model(batch)


@nnx.jit
def predict(model, x):
    return model(x)


def calibrate(model, batches, x):
    list(map(lambda batch: step(model, batch), batches))
    model.set_attributes(use_running_average=True)
    out = predict(model, x)
    model.set_attributes(use_running_average=False)
    return out
