"""Threads, requests, saved comments and rubrics of courses over HTTP."""

from fastapi import APIRouter, Response, status

from app.domains.courses.dependencies import (
    ContentEditor,
    ContentViewer,
    CourseAccess,
    DataEditor,
    DataViewer,
    StudentAccess,
)
from app.domains.courses.errors import CourseArchivedError, CourseThingNotFoundError, MissingRightError
from app.domains.problems.exams import ExamRunningError
from app.domains.threads.dependencies import RubricsDep, ThreadsDep
from app.domains.threads.errors import RequestRefusedError, ThreadClosedError, ThreadNotFoundError, TooMuchWrittenError
from app.domains.threads.schemas import (
    Comment,
    CommentList,
    NewRequest,
    NewStaffMessage,
    Owner,
    RequestAnswer,
    ReviewList,
    Rubric,
    ThreadList,
    ThreadView,
    Ticks,
)
from app.http.documentation import document_errors

router = APIRouter(prefix="/api/v1/courses/{course_id}", tags=["courses"])
READER = document_errors(MissingRightError, ThreadNotFoundError, ThreadClosedError, ExamRunningError)
WRITER = document_errors(
    MissingRightError,
    CourseArchivedError,
    ThreadNotFoundError,
    ThreadClosedError,
    ExamRunningError,
    RequestRefusedError,
    TooMuchWrittenError,
)
STAFF = document_errors(MissingRightError, CourseArchivedError, ThreadNotFoundError)
CONTENT = document_errors(MissingRightError, CourseArchivedError, CourseThingNotFoundError)


@router.get("/submissions/{submission_id}/thread", responses=READER)
async def get_thread(submission_id: str, access: CourseAccess, threads: ThreadsDep) -> ThreadView:
    """Return a submission to one of the course's katas, and what is said about it, for its student and the staff."""
    return await threads.show(access, submission_id)


@router.get("/threads", responses=document_errors(MissingRightError))
async def list_threads(access: CourseAccess, threads: ThreadsDep) -> ThreadList:
    """Return the submissions about which there are messages: all for the staff, and your own for students."""
    return await threads.list_threads(access)


@router.post("/submissions/{submission_id}/messages", status_code=status.HTTP_201_CREATED, responses=WRITER)
async def send_message(
    submission_id: str, new: NewStaffMessage, access: CourseAccess, threads: ThreadsDep
) -> ThreadView:
    """Write a message about a submission, perhaps about a line of its source."""
    await threads.write(access, submission_id, new)
    return await threads.show(access, submission_id)


@router.post("/submissions/{submission_id}/requests", status_code=status.HTTP_201_CREATED, responses=WRITER)
async def send_request(submission_id: str, new: NewRequest, access: StudentAccess, threads: ThreadsDep) -> ThreadView:
    """Ask the staff to look at the grade of your submission again; one request at a time."""
    await threads.request(access, submission_id, new.reason)
    return await threads.show(access, submission_id)


@router.put("/submissions/{submission_id}/rubric", responses=STAFF)
async def save_ticks(
    submission_id: str, ticks: Ticks, access: DataEditor, rubrics: RubricsDep, threads: ThreadsDep
) -> ThreadView:
    """Tick the items of the rubric that hold for a submission; the grade follows at once."""
    await rubrics.tick(access, submission_id, ticks.items)
    return await threads.show(access, submission_id)


@router.get("/requests", responses=document_errors(MissingRightError))
async def list_requests(access: DataViewer, threads: ThreadsDep) -> ReviewList:
    """Return the students' requests to look at grades again: open ones first, the oldest first."""
    return await threads.list_requests(access)


@router.put("/requests/{request_id}/owner", responses=STAFF)
async def save_request_owner(request_id: str, owner: Owner, access: DataEditor, threads: ThreadsDep) -> ReviewList:
    """Say who of the staff deals with a request."""
    await threads.set_owner(access, request_id, owner.name)
    return await threads.list_requests(access)


@router.post("/requests/{request_id}/answer", responses=WRITER)
async def send_request_answer(
    request_id: str, answer: RequestAnswer, access: DataEditor, threads: ThreadsDep
) -> ThreadView:
    """Answer a request: the grade is kept, or becomes one that you give, with your answer as its reason."""
    return await threads.show(access, await threads.answer(access, request_id, answer))


@router.post("/requests/{request_id}/withdraw", responses=WRITER)
async def cancel_request(request_id: str, access: StudentAccess, threads: ThreadsDep) -> ThreadView:
    """Withdraw a request of your own that isn't answered."""
    return await threads.show(access, await threads.withdraw(access, request_id))


@router.get("/comments", responses=document_errors(MissingRightError))
async def list_comments(access: DataViewer, threads: ThreadsDep) -> CommentList:
    """Return the comments that the staff keep for reuse."""
    return CommentList(comments=await threads.list_comments(access))


@router.post("/comments", status_code=status.HTTP_201_CREATED, responses=STAFF | document_errors(TooMuchWrittenError))
async def create_comment(comment: Comment, access: DataEditor, threads: ThreadsDep) -> CommentList:
    """Keep a comment for reuse."""
    await threads.add_comment(access, comment.body)
    return CommentList(comments=await threads.list_comments(access))


@router.put("/comments/{comment_id}", responses=STAFF)
async def save_comment(comment_id: str, comment: Comment, access: DataEditor, threads: ThreadsDep) -> CommentList:
    """Change a kept comment; messages that were made of it stay."""
    await threads.change_comment(access, comment_id, comment.body)
    return CommentList(comments=await threads.list_comments(access))


@router.delete("/comments/{comment_id}", status_code=status.HTTP_204_NO_CONTENT, responses=STAFF)
async def delete_comment(comment_id: str, access: DataEditor, threads: ThreadsDep) -> Response:
    """Delete a kept comment; messages that were made of it stay."""
    await threads.change_comment(access, comment_id, None)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.get("/assignments/{assignment_id}/rubrics/{problem}", responses=CONTENT)
async def get_rubric(assignment_id: str, problem: str, access: ContentViewer, rubrics: RubricsDep) -> Rubric:
    """Return the rubric of an assignment's kata."""
    return await rubrics.show(access, assignment_id, problem)


@router.put("/assignments/{assignment_id}/rubrics/{problem}", responses=CONTENT)
async def save_rubric(
    assignment_id: str, problem: str, rubric: Rubric, access: ContentEditor, rubrics: RubricsDep
) -> Rubric:
    """Change the rubric; all grades follow at once. Items without an `id` are new, and those left out are deleted."""
    await rubrics.save(access, assignment_id, problem, rubric)
    return await rubrics.show(access, assignment_id, problem)
