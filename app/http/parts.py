"""FastAPI dependencies that give routes and pages single parts of the running service.

A route names the one part that it uses, by type, so that no route imports them all::

    Submissions = Annotated[SubmissionService, provide("submissions")]

`provide` takes them from `app.services.Services`; a test checks each name against its type there.
"""

from typing import Annotated, Any

from fastapi import Depends, Request

from app.kit.settings import Settings
from app.kit.workers.pool import Workers


def provide(name: str) -> Any:  # noqa: ANN401 - FastAPI's `Depends` is untyped; the annotation beside it says the type
    """Return the dependency that gives a route the part called `name` of `app.services.Services`."""

    async def get_part(request: Request) -> object:
        return getattr(request.app.state.services, name)

    return Depends(get_part)


SettingsDep = Annotated[Settings, provide("settings")]
"""The installation's settings."""
WorkersDep = Annotated[Workers, provide("workers")]
"""The worker processes for untrusted text."""
