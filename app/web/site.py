"""Puts the pages together: their routes, their built files and their errors.

Every page works without JavaScript. Scripts add the editor and live verdicts.
"""

from typing import Final

from fastapi import FastAPI, Request, Response, status

from app.domains.accounts.cookies import read_session_token
from app.domains.problems.awaited import ProblemNotReadyError
from app.http.problem_details import ProblemDetails
from app.kit.language import translate as _
from app.kit.settings import Settings
from app.web.assets import STATIC, Assets, HashedFiles
from app.web.pages import (
    accounts as account_pages,
)
from app.web.pages import (
    admin as admin_page,
)
from app.web.pages import (
    api as api_page,
)
from app.web.pages import (
    authoring as authoring_page,
)
from app.web.pages import (
    authoring_changes as authoring_changes_page,
)
from app.web.pages import (
    authoring_versions as authoring_versions_page,
)
from app.web.pages import (
    cards as cards_page,
)
from app.web.pages import (
    catalogue as catalogue_page,
)
from app.web.pages import (
    client as client_page,
)
from app.web.pages import (
    community as community_page,
)
from app.web.pages import (
    courses as course_pages,
)
from app.web.pages import (
    device as device_page,
)
from app.web.pages import (
    fleet as fleet_page,
)
from app.web.pages import (
    help as help_pages,
)
from app.web.pages import (
    history as history_page,
)
from app.web.pages import (
    invitations as invitations_page,
)
from app.web.pages import (
    language as language_page,
)
from app.web.pages import (
    lti as lti_pages,
)
from app.web.pages import (
    oidc as oidc_pages,
)
from app.web.pages import (
    platforms as platform_pages,
)
from app.web.pages import (
    problem as problem_page,
)
from app.web.pages import (
    progress as progress_page,
)
from app.web.pages import (
    questions as questions_page,
)
from app.web.pages import (
    ratings as ratings_page,
)
from app.web.pages import (
    recovery as recovery_pages,
)
from app.web.pages import (
    regrading as regrading_page,
)
from app.web.pages import (
    reports as report_pages,
)
from app.web.pages import (
    runs as run_pages,
)
from app.web.pages import (
    scratchpad as scratchpad_page,
)
from app.web.pages import (
    second_factor as second_factor_page,
)
from app.web.pages import (
    settings as settings_page,
)
from app.web.pages import (
    similarity as similarity_page,
)
from app.web.pages import (
    submission as submission_page,
)
from app.web.pages import (
    tokens as token_pages,
)
from app.web.pages import (
    webhooks as webhook_pages,
)
from app.web.rendering import Renderer

PAGES: Final = (
    catalogue_page,
    problem_page,
    history_page,
    submission_page,
    run_pages,
    scratchpad_page,
    community_page,
    questions_page,
    ratings_page,
    cards_page,
    progress_page,
    course_pages,
    authoring_page,
    authoring_changes_page,
    authoring_versions_page,
    regrading_page,
    similarity_page,
    report_pages,
    admin_page,
    fleet_page,
    account_pages,
    recovery_pages,
    settings_page,
    second_factor_page,
    oidc_pages,
    lti_pages,
    platform_pages,
    invitations_page,
    token_pages,
    client_page,
    webhook_pages,
    device_page,
    language_page,
    api_page,
    help_pages,
)


def install(app: FastAPI, settings: Settings) -> None:
    """Add the parts that pages need, their built files and error pages to `app`; their routes are in `PAGES`."""
    renderer = Renderer(
        Assets(),
        app.state.services.workers,
        is_open=settings.registration == "open",
        guests_may_run=settings.guests_may_run,
        mails=settings.sends_mails,
        find_publishing=lambda: app.state.preparation.publishing,
    )
    app.state.renderer = renderer
    app.mount("/static", HashedFiles(directory=STATIC, check_dir=False), name="static")

    def draw_error(request: Request, details: ProblemDetails) -> Response:
        return renderer.page(
            request,
            "error.html",
            getattr(request.state, "user", None),
            status=details.status,
            error_page=True,
            is_guest=read_session_token(request) is None,  # The account isn't looked up if there is no page.
            code=details.status,
            title=_("Page not found") if _is_unknown(details) else details.title,
            message=_("Check the address; the page may have moved.") if _is_unknown(details) else details.detail,
            sign_in=details.status == status.HTTP_401_UNAUTHORIZED,
            ours=details.status >= status.HTTP_500_INTERNAL_SERVER_ERROR,
            reloads=details.code == ProblemNotReadyError.code,
        )

    app.state.error_page = draw_error


def _is_unknown(details: ProblemDetails) -> bool:
    """Return whether there is nothing at this address."""
    return details.status == status.HTTP_404_NOT_FOUND and details.code == "not_found"
