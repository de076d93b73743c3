"""Right solutions of `jit_forward`."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx

# %% decorated_inside


def jit_forward(seed, x, features, num_calls):
    layer = nnx.Linear(x.shape[1], int(features), rngs=nnx.Rngs(int(seed)))

    @nnx.jit
    def apply(layer, x):
        return layer(x)

    for _ in range(int(num_calls)):
        result = apply(layer, x)
    return result.reshape(-1)


# %% wrapped_lambda


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    run = nnx.jit(lambda model, x: model(x))
    outputs = []
    for _ in range(int(num_calls)):
        outputs.append(run(model, x))
    return outputs[-1].flatten()


# %% flattened_inside


def forward(model, x):
    return model(x).ravel()


compiled = nnx.jit(forward)


def jit_forward(seed, x, features, num_calls):
    rngs = nnx.Rngs(int(seed))
    model = nnx.Linear(x.shape[-1], int(features), rngs=rngs)
    return [compiled(model, x) for _ in range(int(num_calls))][-1]


# %% module_of_modules


class Net(nnx.Module):
    def __init__(self, n_in, n_out, rngs):
        self.layers = nnx.List([nnx.Linear(n_in, n_out, rngs=rngs)])

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


@nnx.jit
def predict(net, batch):
    return net(batch)


def jit_forward(seed, x, features, num_calls):
    net = Net(x.shape[-1], int(features), nnx.Rngs(params=int(seed)))
    y = None
    count = 0
    while count < num_calls:
        y = predict(net, x)
        count += 1
    return jnp.ravel(y)


# %% state_passed_twice


@functools.partial(nnx.jit, static_argnums=2)
def forward(model, x, size):
    return jnp.reshape(model(x), (size,))


def jit_forward(seed, x, features, num_calls):
    n, d = x.shape
    features = int(features)
    model = nnx.Linear(d, features, rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        y = forward(model, x, n * features)
    return y


# %% generator


@nnx.jit
def step(model, x):
    return {"out": model(x)}


def passes(model, x, count):
    for _ in range(count):
        yield step(model, x)["out"]


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    *_, last = passes(model, x, int(num_calls))
    return last.reshape(last.size)


# %% batched_tree


def jit_forward(seed, x, features, num_calls):
    """Pass the input in a dict, which is a pytree as well."""
    model = nnx.Linear(in_features=x.shape[-1], out_features=int(features), rngs=nnx.Rngs(int(seed)))

    def forward(model, batch):
        return jax.tree.map(model, batch)

    forward = nnx.jit(forward)
    for _ in range(int(num_calls)):
        outputs = forward(model, {"x": x})
    return outputs["x"].reshape(-1)


# %% keyword_only


@nnx.jit
def forward(model, *, inputs):
    y = model(inputs)
    return y


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    out = [None]
    for _ in range(round(num_calls)):
        out[0] = forward(model, inputs=x)
    return out[0].reshape((-1,))
