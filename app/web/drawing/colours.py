"""The colours of the kinds of work where no style sheet applies; those of pages are in `web/styles/tokens.css`.

The terminal's, which are names, are in `app.cli.terminal`.
"""

from __future__ import annotations

from typing import Final

LIGHT: Final = {
    "trace": "#5b2987",
    "lower": "#3772bb",
    "compile": "#e6803a",
    "single": "#3772bb",
    "execute": "#69d6aa",
}
"""The colours of the light theme in `web/styles/tokens.css`, for images."""
LIGHT_REST: Final = "#d7d4ce"
"""The light theme's colour of time that belongs to no kind."""
ANY: Final = {
    "trace": "#8a4fc7",
    "lower": "#4f8fe0",
    "compile": "#f0964f",
    "single": "#4f8fe0",
    "execute": "#4cc496",
}
"""Colours that are visible on white and on black, for notebooks, which don't say which one they have."""
ANY_REST: Final = "#9a9a9a"
"""Likewise for time that belongs to no kind."""
