"""Ratings over HTTP."""

from fastapi import APIRouter, Response, status

from app.domains.accounts.dependencies import CurrentUser, OptionalUser
from app.domains.problems.exams import ExamRunningError
from app.domains.ratings.dependencies import RatingsDep
from app.domains.ratings.errors import RatingClosedError
from app.domains.ratings.schemas import Rating, RatingView
from app.http.documentation import document_errors
from app.kit.errors import ProblemNotFoundError

router = APIRouter(
    prefix="/api/v1/problems/{slug}/rating", tags=["problems"], responses=document_errors(ProblemNotFoundError)
)


@router.get("")
async def get_rating(slug: str, user: OptionalUser, ratings: RatingsDep) -> RatingView:
    """Return how clear and how difficult people find a kata, if at least five rated it, and your own rating."""
    return await ratings.show(user, slug)


@router.put("", responses=document_errors(RatingClosedError, ExamRunningError))
async def put_rating(slug: str, rating: Rating, user: CurrentUser, ratings: RatingsDep) -> RatingView:
    """Rate a kata that you have solved or given up. This replaces your earlier rating."""
    return await ratings.rate(user, slug, rating)


@router.delete("", status_code=status.HTTP_204_NO_CONTENT, responses=document_errors(ExamRunningError))
async def delete_rating(slug: str, user: CurrentUser, ratings: RatingsDep) -> Response:
    """Withdraw your rating."""
    await ratings.withdraw(user, slug)
    return Response(status_code=status.HTTP_204_NO_CONTENT)
