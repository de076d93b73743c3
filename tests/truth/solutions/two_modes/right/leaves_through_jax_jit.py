"""Each batch is one call of a `jax.jit` function on flat leaves; the plan, how they make a model, is static."""

import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from flax import nnx


class Plan(NamedTuple):
    graphdef: Any
    params: Any
    others: Any

    def build(self, params, others):
        return nnx.merge(
            self.graphdef, self.params.unflatten(params), self.others.unflatten(others), copy=True
        )


def take_apart(model):
    graphdef, params, others = nnx.split(model, nnx.Param, ..., graph=True)
    (params, params_def), (others, others_def) = map(jax.tree.flatten, (params, others))
    return Plan(graphdef, params_def, others_def), params, others


@functools.partial(jax.jit, static_argnums=0)
def step(plan, params, others, x, rate):
    def loss(params):
        model = plan.build(params, others)
        value = jnp.square(model(x) - x).mean()
        _, _, changed = take_apart(model)
        return value, changed

    (value, others), grads = jax.value_and_grad(loss, has_aux=True)(params)
    return value, [p - rate * g for p, g in zip(params, grads, strict=True)], others


def fit(model, xs, rate):
    plan, params, others = take_apart(model)
    losses = []
    for x in xs:
        loss, params, others = step(plan, params, others, x, rate)
        losses.append(loss)
    nnx.update(model, plan.params.unflatten(params))
    nnx.update(model, plan.others.unflatten(others))
    return jnp.stack(losses)
