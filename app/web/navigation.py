"""Shared by all pages: access to the renderer, and redirects."""

from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

from fastapi import Depends, Request, status
from fastapi.responses import RedirectResponse

from app.web.rendering import Renderer

if TYPE_CHECKING:
    from app.kit.settings import Settings


def _get_renderer(request: Request) -> Renderer:
    renderer: Renderer = request.app.state.renderer
    return renderer


RendererDep = Annotated[Renderer, Depends(_get_renderer)]
"""A page's parameter of this type is given the renderer."""


def go(address: str) -> RedirectResponse:
    """Send the browser to an address of this site, with GET."""
    return RedirectResponse(address, status.HTTP_303_SEE_OTHER)


def find_site(request: Request) -> str:
    """Return where the reader finds this site, without a slash at the end, for links that they are shown."""
    settings: Settings = request.app.state.services.settings
    return settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")


def ask_to_sign_in(request: Request) -> RedirectResponse:
    """Send somebody who isn't signed in to the form, and from there back to this page."""
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return go(f"/signin?next={quote(here)}")
