"""Operators on the placement of arrays on devices, and on the donation of their memory."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from grader.publishing.mutation.operators import Target, calls, in_order, operator, replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.publishing.mutation.operators import Change

DONATIONS = ("donate_argnums", "donate_argnames")


@operator("donation.kept")
def drop_donation(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Leave out a donation."""
    for node in in_order(tree):
        if isinstance(node, ast.Call) and any(keyword.arg in DONATIONS for keyword in node.keywords):
            kept = [keyword for keyword in node.keywords if keyword.arg not in DONATIONS]
            yield node, replace(tree, (node.keywords, kept))


@operator("sharding.*")
def drop_sharding(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Leave an array where it is, instead of splitting it over the devices."""
    for node in calls(tree, "jax.device_put", "jax.lax.with_sharding_constraint"):
        if len(node.args) + len(node.keywords) > 1:
            yield node, replace(tree, (node, node.args[0]))


OPERATORS = [drop_donation, drop_sharding]
