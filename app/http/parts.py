"""The parts of the running service, fetched for routes and pages one by one.

A route names the one part that it uses, by type, so that no route imports them all::

    Submissions = Annotated[SubmissionService, provide("submissions")]

`app.services.Services` is what `provide` takes them from; a test holds each name to its type there.
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
"""The processes that work on strangers' texts."""
