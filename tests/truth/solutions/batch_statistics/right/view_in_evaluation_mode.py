from flax import nnx


@nnx.jit
def train_pass(model, batch):
    return model(batch)


@nnx.jit
def eval_pass(model, x):
    model.eval()
    y = model(x)
    model.train()
    return y


def calibrate(model, batches, x):
    for batch in batches:
        _ = train_pass(model, batch)
    return eval_pass(model, x)
