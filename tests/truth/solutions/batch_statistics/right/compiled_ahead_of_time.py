"""Lowers and compiles the training pass once, ahead of time, and calls the executable for each batch."""

import jax
from flax import nnx


def _train_pass(graphdef, params, stats, batch):
    model = nnx.merge(graphdef, params, stats)
    model(batch)
    return nnx.state(model, nnx.BatchStat)


train_pass = jax.jit(_train_pass, static_argnums=0)
eval_pass = jax.jit(lambda graphdef, state, x: nnx.merge(graphdef, state)(x), static_argnums=0)


def calibrate(model, batches, x):
    graphdef, params, stats = nnx.split(model, nnx.Param, nnx.BatchStat)
    executable = train_pass.lower(graphdef, params, stats, batches[0]).compile()
    for batch in batches:
        stats = executable(params, stats, batch)
    nnx.update(model, stats)
    model.eval()
    out = eval_pass(*nnx.split(model), x)
    model.train()
    return out
