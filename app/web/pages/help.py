"""`/help`: the documentation site, which needs no account and no network."""

from typing import Final

from fastapi import APIRouter, Request, Response, status
from fastapi.responses import HTMLResponse

from app.domains.accounts.cookies import read_session_token
from app.web.help_files import FOLDER, HelpFiles
from app.web.navigation import RendererDep, go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
FILES: Final = HelpFiles(directory=FOLDER, check_dir=False)


@router.get("/help")
async def open_help() -> Response:
    """Go to the first page, whose links begin there."""
    return go("/help/")


@router.get("/help/{path:path}")
async def show_help(request: Request, path: str, renderer: RendererDep) -> Response:
    """Show a page of the site, or say that it is being built."""
    if FILES.built:
        return await FILES.get_response(path, request.scope)
    is_guest = read_session_token(request) is None  # The account isn't looked up.
    return renderer.page(request, "help.html", None, status=status.HTTP_404_NOT_FOUND, is_guest=is_guest)
