"""The documentation's site, as `make docs` builds it into `help/`: its files, and the addresses of its pages.

A page is at `/help/` and its name: `/help/settings`, `/help/codes/jit.rewrapped`. Its file is called the same with
`.html`, which an address may have, too.
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
"""Where `scripts/site` puts what it builds."""
NAME: Final = re.compile(r"[\w./-]{0,200}", re.ASCII)
"""Names that files of the site can have."""


class HelpFiles(StaticFiles):
    """Serves the site. A browser keeps what it has and asks whether it still holds, by `ETag`."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with the file of a page, or with one that pages load."""
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
        """Whether the site is there; in a checkout, `make docs` builds it."""
        return self.directory is not None and (Path(self.directory) / "index.html").is_file()


def find_check(name: str) -> str:
    """Return the address of a check's page; empty where there is no such check."""
    return f"/help/checks/{name}" if name in Checks.model_fields else ""


def find_concept(concept: str, folder: Path = FOLDER) -> str:
    """Return the address of a concept's page; empty where the site has none, as for concepts of one's own problems."""
    name = name_heading(concept)
    return f"/help/concepts/{name}" if (folder / "concepts" / f"{name}.html").is_file() else ""
