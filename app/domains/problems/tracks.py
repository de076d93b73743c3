"""The order of the tracks: that of docs/curriculum.md, from arrays and a first jitted function to memory and speed."""

from typing import Final

TRACKS: Final = (
    "JAX in half an hour",
    "JIT and caching",
    "Control flow",
    "vmap",
    "Autodiff",
    "PRNG",
    "NNX state",
    "Training",
    "Sharding",
    "Performance",
)
SAMPLE: Final = "jit_forward"
"""The kata that the front page offers first to somebody who is new here: it shows what is graded beside the numbers."""


def rank_track(name: str) -> tuple[int, str]:
    """Return a sort key for tracks: those of the curriculum first, then others by name."""
    return (TRACKS.index(name) if name in TRACKS else len(TRACKS), name.lower())
