"""Sphinx's configuration for the documentation site. Sphinx runs this alone, so it imports nothing of the project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent

project = "JAX Dojo"
html_title = "JAX Dojo help"
language = "en"
extensions = ["myst_parser"]
root_doc = "index"
highlight_language = "text"
nitpicky = True

myst_heading_anchors = 4
myst_disable_syntax = ["myst_role", "myst_target", "myst_line_comment", "myst_block_break"]
myst_url_schemes = {
    "http": None,
    "https": None,
    "mailto": None,
    "app": "/{{path}}",  # A page of the server that serves the site.
    "app-part": "/{{path}}#{{fragment}}",
}

html_theme = "furo"
html_theme_options: dict[str, Any] = {"top_of_page_buttons": []}
html_static_path = [str(HERE / "static")]
templates_path = [str(HERE / "templates")]
html_css_files = ["site.css"]
html_favicon = str(HERE.parents[1] / "web" / "styles" / "icon.svg")
html_copy_source = False
html_show_copyright = False
html_use_index = False
html_domain_indices = False
html_permalinks_icon = "#"
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"


def setup(app: Any) -> None:  # noqa: ANN401 - Sphinx isn't installed where types are checked of all
    """Expand the sidebar's list only around the current page: otherwise it would be most of each page."""

    def open_here(_app: object, _page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
        whole = context["toctree"]
        context["toctree"] = lambda **options: whole(**options | {"collapse": True})

    app.connect("html-page-context", open_here, priority=400)  # Before the theme reads it.
