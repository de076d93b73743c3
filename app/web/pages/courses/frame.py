"""The common frame of a course's pages, with the links that the reader may follow."""

from typing import Annotated, Final

from fastapi import Query, Request, Response, status

from app.domains.courses.schemas import Access
from app.kit.errors import RequestError
from app.web.drawing import courses as words
from app.web.rendering import Renderer

PARTS: Final = {
    "assignment": "/assignments",
    "course": "/students",
    "attempts": "/stuck",
    "exam": "/assignments",
    "rubric": "/assignments",
    "thread": "/requests",
    "comments": "/requests",
    "similar": "/stuck",
    "similar_pair": "/stuck",
}
"""The frame's link that is current on a template's page, if it isn't the one with the template's name."""
Page = Annotated[int, Query(ge=1, le=100_000)]
Label = Annotated[str, Query(max_length=40)]
Search = Annotated[str, Query(max_length=60)]


def draw(
    request: Request,
    renderer: Renderer,
    access: Access,
    template: str,
    *,
    error: RequestError | None = None,
    **values: object,
) -> Response:
    """Return a page of a course; `error` is shown at the top."""
    name, shown = f"courses/{template}.html", _list_values(access, template, error) | values
    return renderer.page(request, name, access.user, status=_choose_status(error), **shown)  # type: ignore[arg-type]


async def draw_strangers(
    request: Request,
    renderer: Renderer,
    access: Access,
    template: str,
    *,
    error: RequestError | None = None,
    **values: object,
) -> Response:
    """Return a page of a course with untrusted source, which workers draw."""
    name, shown = f"courses/{template}.html", _list_values(access, template, error) | values
    return await renderer.draw_page(request, name, access.user, status=_choose_status(error), **shown)  # type: ignore[arg-type]


def _choose_status(error: RequestError | None) -> int:
    return status.HTTP_200_OK if error is None else error.status


def _list_values(access: Access, template: str, error: RequestError | None) -> dict[str, object]:
    return {
        "here": f"/courses/{access.course.public_id}",
        "access": access,
        "course": access.course,
        "base": f"/courses/{access.course.public_id}",
        "clock": words.Clock(access.course.zone),
        "words": words,
        "part": PARTS.get(template, f"/{template}"),
        "error": error,
    }
