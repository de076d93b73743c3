"""The order of the tracks, as in docs/curriculum.md: from arrays and a first jitted function to memory and speed."""

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
    "Errors",
)
SAMPLE: Final = "jit_forward"
"""The kata that the front page offers first to newcomers: it shows what is graded besides the numbers."""


def rank_track(name: str) -> tuple[int, str, str]:
    """Return the sort key of a track: those of the curriculum come first, then others by name.

    No two tracks have the same key, so that the problems of each are together.
    """
    return (TRACKS.index(name) if name in TRACKS else len(TRACKS), name.lower(), name)
