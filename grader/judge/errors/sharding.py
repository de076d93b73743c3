"""Rules for exceptions about meshes, shardings and `shard_map`."""

from __future__ import annotations

from typing import Final

from grader.judge.errors.rule import Rule

SPLIT: Final = ("sharded_center", "Where an array lies")

SHARDING: Final = [
    Rule(
        "error.sharding_indivisible",
        ("IndivisibleError", "ValueError"),
        r"array (?P<detail>axis \d+ is partitioned \d+ times, but the dimension size is \d+)|"
        r"not evenly divisible by the corresponding mesh axis",
        "An axis of an array can't be split evenly over the devices{detail}. The first entry of a `PartitionSpec` is "
        "for the first axis, and axes are counted from 0: check whether the right axis is split, and pad one that "
        "doesn't divide.",
        SPLIT,
    ),
    Rule(
        "error.shard_map_replicated",
        ("ValueError",),
        r"out_specs which require replication",
        "`out_specs` of `jax.shard_map` says that a result is the same on all devices, but each device has computed it "
        "from its own shard alone. Combine the devices' results with `jax.lax.psum` or `jax.lax.pmean` first.",
        ("sharded_center", "By hand: shard_map"),
    ),
    Rule(
        "error.mesh_axis",
        ("ValueError", "NameError"),
        r"Resource axis: (?P<detail>\S+) of .* is not found in mesh|unbound axis name: (?P<detail2>\w+)",
        "No axis of that name is known there{detail}. A `PartitionSpec` uses the names that the mesh was made with; "
        "`jax.lax.psum` and its like know an axis by its name only inside `jax.shard_map`, or inside a `jax.vmap` with "
        "that `axis_name`.",
        SPLIT,
    ),
    Rule(
        "error.sharding_mismatch",
        ("ValueError",),
        "Sharding passed to jit does not match|Received incompatible devices|does not match the specs of the input",
        "An array is on different devices from those that the function names, or from another array that it meets. Put "
        "it where it belongs with `jax.device_put` before the call.",
        SPLIT,
    ),
    Rule(
        "error.sharding_ambiguous",
        ("ShardingTypeError",),
        "",
        "JAX can't tell how a result should be laid out on the devices, and with `Explicit` axes of a mesh it doesn't "
        "guess. Say it with `out_sharding=`, or let XLA choose: make the mesh with `axis_types=(AxisType.Auto,)`.",
        SPLIT,
    ),
    Rule(
        "error.no_mesh",
        ("ValueError", "RuntimeError"),
        "set a mesh via|requires a non-empty mesh",
        "A `PartitionSpec` alone doesn't say which mesh is meant. Write `NamedSharding(mesh, P(…))`, and give "
        "`jax.shard_map` its `mesh=`.",
        SPLIT,
    ),
]
"""Rules about several devices."""
