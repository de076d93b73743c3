"""The switch between the pages' languages."""

from typing import Annotated, Final

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.accounts.cookies import is_secure
from app.kit.language import COOKIE, LANGUAGES
from app.web.navigation import go
from app.web.safety import stay_here

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
YEAR_S: Final = 365 * 24 * 3600


@router.post("/language")
async def choose_language(
    request: Request, language: Annotated[str, Form()] = "", address: Annotated[str, Form(alias="next")] = "/"
) -> Response:
    """Remember the reader's language in a cookie, and go back to where they were."""
    response = go(stay_here(address))
    if language in LANGUAGES:
        response.set_cookie(COOKIE, language, max_age=YEAR_S, secure=is_secure(request), httponly=True, samesite="lax")
    return response
