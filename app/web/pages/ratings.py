"""Rating a kata from its page."""

from typing import Annotated

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from app.domains.accounts.dependencies import CurrentUser
from app.domains.ratings.dependencies import RatingsDep
from app.domains.ratings.schemas import Rating
from app.web.forms import Filled, read_form
from app.web.navigation import go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
RatingForm = Annotated[Filled[Rating], read_form(Rating)]


@router.post("/problems/{slug}/rating")
async def rate(slug: str, form: RatingForm, user: CurrentUser, ratings: RatingsDep) -> Response:
    """Store the reader's rating."""
    await ratings.rate(user, slug, form.read())
    return go(f"/problems/{slug}#solution")


@router.post("/problems/{slug}/rating/withdraw")
async def withdraw(slug: str, user: CurrentUser, ratings: RatingsDep) -> Response:
    """Withdraw it."""
    await ratings.withdraw(user, slug)
    return go(f"/problems/{slug}#solution")
