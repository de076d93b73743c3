"""All routes of the service, in the order in which they are tried."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter

from app.domains.accounts import routes as account_routes
from app.domains.authoring import change_routes, version_routes
from app.domains.authoring import routes as authoring_routes
from app.domains.courses import routes as course_routes
from app.domains.drafts import formatting
from app.domains.drafts import routes as draft_routes
from app.domains.lti import routes as lti_routes
from app.domains.problems import beta_routes
from app.domains.problems import routes as problem_routes
from app.domains.ratings import routes as rating_routes
from app.domains.regrading import routes as regrade_routes
from app.domains.runs import routes as run_routes
from app.domains.similarity import routes as similarity_routes
from app.domains.stuck import routes as stuck_routes
from app.domains.submissions import routes as submission_routes
from app.domains.threads import routes as thread_routes
from app.domains.tokens import routes as token_routes
from app.domains.webhooks import routes as webhook_routes
from app.http.documentation import name_operation
from app.server import health
from app.web.pages import problem as problem_page
from app.web.site import PAGES

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

API = (
    problem_routes,
    beta_routes,
    rating_routes,
    draft_routes,
    formatting,
    submission_routes,
    run_routes,
    account_routes,
    token_routes,
    webhook_routes,
    authoring_routes,
    change_routes,
    version_routes,
    regrade_routes,
    similarity_routes,
    course_routes,
    thread_routes,
    stuck_routes,
    lti_routes,
    health,
)


FIRST: Final = (problem_page,)
"""The pages whose routes are tried first, as they are requested most: 0.33 ms less than after 190 routes of the API."""


@cache
def make_routes() -> list[BaseRoute]:
    """Return the routes of the API and of the pages. They are made once per process, as FastAPI takes a second for it.

    An application gets them in its list of routes. `include_router` would make them again for each application, and
    tests have hundreds.
    """
    router = APIRouter(
        generate_unique_id_function=name_operation,
        responses={"default": {"description": "Each error is documented by itself: see `app.http.documentation`."}},
    )
    for part in dict.fromkeys((*FIRST, *API, *PAGES)):
        router.include_router(part.router)
    return router.routes
