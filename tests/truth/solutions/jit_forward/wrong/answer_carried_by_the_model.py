"""An eager pass leaves its output in a variable of the model; the jitted function runs the layer and returns that variable.

Class: decoy
Why: "All floating-point arithmetic runs in a function made by nnx.jit": what is returned was computed by an eager pass.
"""
from flax import nnx


@nnx.jit
def forward(model, x):
    model(x)
    return model.answer[...].reshape(-1)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    model.answer = nnx.Variable(model(x))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out
