"""The pages, put together: their routes, their built files and their errors.

Each works without JavaScript. Scripts add the editor and the verdict that arrives by itself.
"""

from typing import Final

from fastapi import FastAPI, Request, Response, status

from app.language import translate as _
from app.problem_details import ProblemDetails
from app.settings import Settings
from app.web import (
    account_pages,
    admin_page,
    api_page,
    authoring_page,
    catalogue_page,
    community_page,
    device_page,
    fleet_page,
    history_page,
    invitations_page,
    language_page,
    oidc_pages,
    problem_page,
    progress_page,
    recovery_pages,
    second_factor_page,
    settings_page,
    submission_page,
    token_pages,
    webhook_pages,
)
from app.web.assets import STATIC, Assets, HashedFiles
from app.web.rendering import Renderer

PAGES: Final = (
    catalogue_page,
    problem_page,
    history_page,
    submission_page,
    community_page,
    progress_page,
    authoring_page,
    admin_page,
    fleet_page,
    account_pages,
    recovery_pages,
    settings_page,
    second_factor_page,
    oidc_pages,
    invitations_page,
    token_pages,
    webhook_pages,
    device_page,
    language_page,
    api_page,
)


def install(app: FastAPI, settings: Settings) -> None:
    """Add the pages, their built files and their error pages to `app`."""
    renderer = Renderer(Assets(), is_open=settings.registration == "open")
    app.state.renderer = renderer
    for pages in PAGES:
        app.include_router(pages.router)
    app.mount("/static", HashedFiles(directory=STATIC, check_dir=False), name="static")

    def draw_error(request: Request, details: ProblemDetails) -> Response:
        return renderer.page(
            request,
            "error.html",
            getattr(request.state, "user", None),
            status=details.status,
            here=details.instance.removesuffix("/submissions"),
            error_page=True,
            code=details.status,
            title=_("There is no such page") if _is_unknown(details) else details.title,
            message=_("The address has a slip, or what was here is gone.") if _is_unknown(details) else details.detail,
            sign_in=details.status == status.HTTP_401_UNAUTHORIZED,
            ours=details.status >= status.HTTP_500_INTERNAL_SERVER_ERROR,
        )

    app.state.error_page = draw_error


def _is_unknown(details: ProblemDetails) -> bool:
    """Whether nothing at all is at this address."""
    return details.status == status.HTTP_404_NOT_FOUND and details.code == "not_found"
