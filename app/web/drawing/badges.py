"""Badges for the first time that a learner passes a kind of check, with their names and descriptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from app.domains.progress.schemas import FirstPass

CHECKS: Final = (
    "traces", "eager", "gradients", "nnx_state", "roundtrip", "prng", "cost", "sharding", "donation", "remat", "leaks",
)  # fmt: skip
"""The checks that have a badge, in the order in which badges are shown."""


@dataclass(frozen=True)
class Badge:
    """A badge: its name, what it was awarded for, and the kata and the time with which it was earned."""

    check: str
    name: str
    about: str
    slug: str
    problem: str
    reached_at: datetime


def name_badge(check: str) -> tuple[str, str]:
    """Return the name of a check's badge, and what it is awarded for."""
    return {
        "traces": (_("First trace counted"), _("JAX traced exactly as often as it should.")),
        "eager": (_("First program without stray operations"), _("Nothing ran outside of a jitted function.")),
        "gradients": (_("First gradient matched"), _("The derivatives were right, not only the values.")),
        "nnx_state": (_("First state kept"), _("A module's state changed as it should, and nowhere else.")),
        "roundtrip": (_("First round trip"), _("A module was taken apart and put together again.")),
        "prng": (_("First key spent once"), _("No random key was used twice.")),
        "cost": (_("First program within budget"), _("The compiled program cost no more than allowed.")),
        "sharding": (_("First array placed"), _("Arrays were on the right devices.")),
        "donation": (_("First buffer donated"), _("Memory was handed over instead of copied.")),
        "remat": (_("First value recomputed"), _("Memory was saved by recomputing a value.")),
        "leaks": (_("First function without leaks"), _("No tracer leaked from its function.")),
    }[check]


def draw_badges(firsts: Sequence[FirstPass]) -> list[Badge]:
    """Return the badges for these first passes, in the order of `CHECKS`."""
    found = {one.check: one for one in firsts}
    return [
        Badge(check, *name_badge(check), found[check].slug, found[check].problem, found[check].reached_at)
        for check in CHECKS
        if check in found
    ]
