"""Wrong solutions of `slopes`, each with the reason code it must get."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("rows",), axis_types=(AxisType.Auto,))
ROWS = NamedSharding(MESH, P("rows"))
EVERYWHERE = NamedSharding(MESH, P())

# %% python_loop [body.python_loop]
def slopes(f, xs):
    pairs = [jax.value_and_grad(f)(x) for x in xs]
    return jnp.stack([p[0] for p in pairs]), jnp.stack([p[1] for p in pairs])


# %% loop_of_jitted [body.python_loop]
@jax.jit
def stacked(rows):
    return jnp.stack(rows)


def slopes(f, xs):
    pairs = [jax.jit(jax.value_and_grad(lambda x: f(x)))(x) for x in xs]
    return stacked([p[0] for p in pairs]), stacked([p[1] for p in pairs])


# %% lax_map [body.not_vmapped]
def slopes(f, xs):
    return jax.lax.map(jax.value_and_grad(f), xs)


# %% forward_mode [body.wrong_mode]
def slopes(f, xs):
    return jax.vmap(f)(xs), jax.vmap(jax.jacfwd(f))(xs)


# %% forward_by_jvp [body.wrong_mode]
def slopes(f, xs):
    def one(x):
        along = lambda direction: jax.jvp(f, (x,), (direction,))
        values, slopes = jax.vmap(along, out_axes=(None, 0))(jnp.eye(x.size))
        return values, slopes

    return jax.vmap(one)(xs)


# %% called_to_look [body.forbidden]
def slopes(f, xs):
    f(xs[0])
    return jax.vmap(jax.value_and_grad(f))(xs)


# %% values_one_by_one [body.python_loop]
def slopes(f, xs):
    return jnp.stack([f(x) for x in xs]), jax.vmap(jax.grad(f))(xs)


# %% thrice [body.too_often]
def slopes(f, xs):
    jax.vmap(jax.hessian(f))(xs)
    return jax.vmap(f)(xs), jax.vmap(jax.grad(f))(xs)


# %% formulas [body.never_called]
def slopes(f, xs):
    if f.__name__ == "bowl":
        return 0.5 * (xs**2).sum(1) + xs[:, 0], xs + jnp.eye(xs.shape[1])[0]
    shifted = xs + jnp.arange(xs.shape[1], dtype=xs.dtype)
    return jnp.sin(shifted).sum(1), jnp.cos(shifted)


# %% finite_differences [values.mismatch]
def slopes(f, xs):
    h = 1e-2
    g = jax.vmap(f)
    columns = [(g(xs.at[:, i].add(h)) - g(xs.at[:, i].add(-h))) / (2 * h) for i in range(xs.shape[1])]
    return g(xs), jnp.stack(columns, axis=1)


# %% summed_gradient [values.mismatch]
def slopes(f, xs):
    values, gradients = jax.vmap(jax.value_and_grad(f))(xs)
    return values, jnp.broadcast_to(gradients.mean(0), xs.shape)


# %% mean_instead_of_sum [values.mismatch]
def slopes(f, xs):
    gradients = jax.grad(lambda xs: jax.vmap(f)(xs).mean())(xs)
    return jax.vmap(f)(xs), gradients


# %% stopped [values.mismatch]
def slopes(f, xs):
    return jax.vmap(jax.value_and_grad(lambda x: f(jax.lax.stop_gradient(x))))(xs)


# %% swapped [values.shape]
def slopes(f, xs):
    return jax.vmap(jax.grad(f))(xs), jax.vmap(f)(xs)


# %% gradient_only [values.structure]
def slopes(f, xs):
    return jax.vmap(jax.grad(f))(xs)


# %% lists [values.structure]
def slopes(f, xs):
    return list(jax.vmap(jax.value_and_grad(f))(xs))


# %% transposed [values.shape]
def slopes(f, xs):
    values, gradients = jax.vmap(jax.value_and_grad(f), out_axes=(0, 1))(xs)
    return values, gradients


# %% half [values.dtype]
def slopes(f, xs):
    values, gradients = jax.vmap(jax.value_and_grad(f))(xs)
    return values, gradients.astype(jnp.float16)


# %% grad_of_vector [error.grad_scalar]
def slopes(f, xs):
    return jax.value_and_grad(jax.vmap(f))(xs)


# %% numpy_values [error.tracer_numpy]
def slopes(f, xs):
    return jax.vmap(jax.value_and_grad(lambda x: f(jnp.asarray(np.asarray(x)))))(xs)


# %% not_written [error.not_implemented]
def slopes(f, xs):
    raise NotImplementedError("later")


# %% on_one_device [sharding.one_device]
def slopes(f, xs):
    return jax.vmap(jax.value_and_grad(f))(xs)


# %% values_left_behind [sharding.one_device]
def slopes(f, xs):
    values, gradients = jax.vmap(jax.value_and_grad(f))(xs)
    return values, jax.device_put(gradients, ROWS)


# %% replicated [sharding.replicated]
def slopes(f, xs):
    return jax.vmap(jax.value_and_grad(f))(jax.device_put(xs, EVERYWHERE))


# %% gradients_replicated [sharding.replicated]
def slopes(f, xs):
    values, gradients = jax.vmap(jax.value_and_grad(f))(jax.device_put(xs, ROWS))
    return values, jax.device_put(gradients, EVERYWHERE)


# %% two_devices [sharding.shards]
def slopes(f, xs):
    pair = NamedSharding(jax.sharding.Mesh(jax.devices()[:2], ("rows",)), P("rows"))
    return jax.vmap(jax.value_and_grad(f))(jax.device_put(xs, pair))


# %% four_parts [sharding.shards]
def slopes(f, xs):
    mesh = jax.make_mesh((4, 2), ("rows", "copies"), axis_types=(AxisType.Auto,) * 2)
    return jax.vmap(jax.value_and_grad(f))(jax.device_put(xs, NamedSharding(mesh, P("rows"))))


# %% gathered_in_between [sharding.collectives]
@jax.jit
def everywhere(xs):
    return jax.lax.with_sharding_constraint(xs, EVERYWHERE)


def slopes(f, xs):
    xs = everywhere(jax.device_put(xs, ROWS))
    return jax.device_put(jax.vmap(jax.value_and_grad(f))(xs), ROWS)
