"""Finds routes by how their paths begin.

The framework tries all of its two hundred routes one after the other, twice, which takes longer than most answers. Here
they are sorted once by the first part of their paths, and only those that begin as the request does are tried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter

if TYPE_CHECKING:
    from starlette.routing import BaseRoute
    from starlette.types import Receive, Scope, Send


class Signpost:
    """Stands before a router and shows each request to those of its routes that can be meant.

    All routes must be there before the first request.
    """

    def __init__(self, router: APIRouter) -> None:
        self._router = router
        self._branches: dict[str, APIRouter] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._router.app(scope, receive, send)
            return
        if not self._branches:
            self._sort()
        scope.setdefault("router", self._router)
        branch = self._branches.get(find_head(scope["path"]), self._branches[""])
        await branch.app(scope, receive, send)

    def _sort(self) -> None:
        self._branches[""] = APIRouter(redirect_slashes=False)
        for route in self._router.routes:
            for head in {find_head(path) for path in _list_paths(route)}:
                self._branches.setdefault(head, APIRouter(redirect_slashes=False)).routes.append(route)


def find_head(path: str) -> str:
    """Return the first part of a path, such as `problems`; of the API's, which all begin alike, `api` and the third."""
    parts = path.split("/", 4)
    return f"api/{parts[3]}" if parts[1:2] == ["api"] and len(parts) > 3 else "".join(parts[1:2])  # noqa: PLR2004


def _list_paths(route: BaseRoute) -> list[str]:
    """Return the paths of a route, or of all routes of the router that it includes.

    Asked of that router: what the framework makes of its routes takes long, and is made when one of them is wanted.
    """
    included: APIRouter | None = getattr(route, "original_router", None)
    return [getattr(one, "path", "") for one in ([route] if included is None else included.routes)]
