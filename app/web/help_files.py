"""The documentation site, which `make docs` builds into `help/`: its files, and the addresses of its pages.

A page's address is `/help/` and its name: `/help/settings`, `/help/codes/jit.rewrapped`. The file has the suffix
`.html`, which the address may have, too.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from app.web.drawing.headings import name_heading
from app.web.safety import PAGE_POLICY
from grader.package.specs import Checks

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import Scope

FOLDER: Final = Path(__file__).parent / "help"
"""The output folder of `scripts/site`."""
NAME: Final = re.compile(r"[\w./-]{0,200}", re.ASCII)
"""Valid names of the site's files."""


class HelpFiles(StaticFiles):
    """Serves the site. Browsers cache it, and revalidate each file by its `ETag`."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file of a page, or one that pages load."""
        if not NAME.fullmatch(path):
            raise HTTPException(HTTPStatus.NOT_FOUND)
        if path in ("", ".") or path.endswith("/"):
            path = f"{path.rstrip('./')}/index".lstrip("/")
        if self.lookup_path(f"{path}.html")[1] is not None:
            path = f"{path}.html"
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        if path.endswith(".html"):
            response.headers["Content-Security-Policy"] = PAGE_POLICY
            response.headers["Content-Language"] = "en"
        return response

    @property
    def built(self) -> bool:
        """Whether the site has been built; in a checkout, `make docs` does that."""
        return self.directory is not None and (Path(self.directory) / "index.html").is_file()


def find_check(name: str) -> str:
    """Return the address of a check's page; an empty string if there is no such check."""
    return f"/help/checks/{name}" if name in Checks.model_fields else ""


def find_concept(concept: str, folder: Path = FOLDER) -> str:
    """Return the address of a concept's page; empty if the site has none, as for concepts of local problems."""
    name = name_heading(concept)
    return f"/help/concepts/{name}" if (folder / "concepts" / f"{name}.html").is_file() else ""
