"""The download of the client: a wheel with this server's version."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from app.client.distribution import make_wheel
from app.kit.errors import NotFoundError

if TYPE_CHECKING:
    from app.kit.settings import Settings

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class ClientLink:
    """A link to the wheel, for the page that describes it."""

    name: str
    path: str
    commands: str
    """The commands to install it, and to use it with this server."""


def link_client(settings: Settings) -> ClientLink:
    """Return the link to the wheel."""
    name, _ = make_wheel()
    path = f"/client/{name}"
    lines = [
        f"pip install {settings.address}{path}",
        f"jaxdojo login {settings.address}",
        "jaxdojo download jit_forward",
        "jaxdojo submit jit_forward jit_forward.py",
    ]
    return ClientLink(name, path, "\n".join(lines))


@router.get("/client/{file}")
def download_client(file: str) -> Response:
    """Send the wheel, which pip installs from this address."""
    name, content = make_wheel()
    if file != name:
        raise NotFoundError(f"This server offers {name}.")
    return Response(content, media_type="application/octet-stream")
