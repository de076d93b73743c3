"""Webhooks of a course over HTTP."""

from fastapi import APIRouter, Response, status

from app.domains.courses.dependencies import CourseWebhooksDep, DataViewer
from app.domains.courses.errors import MissingRightError
from app.domains.courses.schemas import NewCourseWebhook
from app.domains.webhooks.errors import TooManyWebhooksError
from app.domains.webhooks.schemas import FreshWebhook
from app.http.documentation import document_errors

router = APIRouter(prefix="/api/v1/courses/{course_id}", tags=["courses"])


@router.post(
    "/webhooks",
    status_code=status.HTTP_201_CREATED,
    responses=document_errors(MissingRightError, TooManyWebhooksError),
)
async def create_course_webhook(
    new: NewCourseWebhook, access: DataViewer, webhooks: CourseWebhooksDep, response: Response
) -> FreshWebhook:
    """Create a webhook: each grade of the course that changes from now on is posted to its address.

    It is signed and sent like any webhook, and listed, tested and deleted below `/webhooks`. Grades that an
    exam holds are sent when it ends. Nothing is sent while you may not see students' data.
    """
    response.headers["Cache-Control"] = "no-store"
    return await webhooks.make(access, new.url)
