"""Courses and their staff over HTTP."""

from fastapi import APIRouter, Response, status

from app.domains.accounts.dependencies import CurrentUser
from app.domains.courses.dependencies import (
    ContentEditor,
    ContentViewer,
    CourseAccess,
    CoursesDep,
    ExchangeDep,
    Manager,
    StaffAccess,
    StudentAccess,
    Teacher,
)
from app.domains.courses.errors import (
    CourseArchivedError,
    CourseNotFoundError,
    CourseThingNotFoundError,
    JoinRefusedError,
    MissingRightError,
    PrivateKatasError,
)
from app.domains.courses.exchange import CourseFile
from app.domains.courses.schemas import (
    Archiving,
    CourseCopy,
    CourseList,
    CourseView,
    FreshInvitation,
    InvitationList,
    JoinCode,
    NewCourse,
    OwnInvitation,
    PlaceAnswer,
    Rights,
    StaffList,
    StaffToken,
)
from app.domains.courses.service import view_course
from app.http.documentation import document_errors
from app.kit.errors import ConflictError, ForbiddenError, ProblemNotFoundError, UserNotFoundError

router = APIRouter(prefix="/api/v1/courses", tags=["courses"])
TEACHER = document_errors(ForbiddenError, ConflictError)
MANAGER = document_errors(ForbiddenError, MissingRightError, CourseArchivedError)
DONE = Response(status_code=status.HTTP_204_NO_CONTENT)


@router.get("")
async def list_courses(user: CurrentUser, courses: CoursesDep) -> CourseList:
    """Return the courses that you teach or attend, newest first."""
    return CourseList(courses=[view_course(access) for access in await courses.list_own(user)])


@router.post("", status_code=status.HTTP_201_CREATED, responses=TEACHER)
async def create_course(new: NewCourse, user: Teacher, courses: CoursesDep) -> CourseView:
    """Make a course. You become its staff."""
    made = await courses.create(user, new)
    return view_course(await courses.find_access(user, made.public_id))


@router.post(
    "/import", status_code=status.HTTP_201_CREATED, responses=document_errors(ForbiddenError, ProblemNotFoundError)
)
async def create_course_from_file(
    file: CourseFile, user: Teacher, courses: CoursesDep, exchange: ExchangeDep
) -> CourseView:
    """Make a course from an exported file, all of it or nothing."""
    made = await exchange.import_file(user, file)
    return view_course(await courses.find_access(user, made.public_id))


@router.post("/join", responses=document_errors(JoinRefusedError, ConflictError))
async def send_join_code(join: JoinCode, user: CurrentUser, courses: CoursesDep) -> CourseView:
    """Join a course as a student, with its code."""
    course = await courses.join(user, join.code)
    return view_course(await courses.find_access(user, course.public_id))


@router.post("/teach", responses=document_errors(JoinRefusedError, ConflictError))
async def send_staff_token(invitation: StaffToken, user: CurrentUser, courses: CoursesDep) -> CourseView:
    """Become staff of a course, by an invitation's link, which works once."""
    course = await courses.accept_invitation(user, invitation.token)
    return view_course(await courses.find_access(user, course.public_id))


@router.get("/invitations")
async def list_course_invitations(user: CurrentUser, courses: CoursesDep) -> InvitationList:
    """Return the courses that you are invited to attend."""
    found = await courses.list_invited(user)
    invitations = [OwnInvitation(course=course, name=name, term=term) for course, name, term in found]
    return InvitationList(invitations=invitations)


@router.put(
    "/{course_id}/place",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=document_errors(CourseNotFoundError),
)
async def save_own_place(course_id: str, answer: PlaceAnswer, user: CurrentUser, courses: CoursesDep) -> Response:
    """Attend a course to which you are invited, or decline."""
    await courses.accept_place(user, course_id, accepted=answer.accepted)
    return DONE


@router.delete(
    "/{course_id}/place",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=document_errors(CourseThingNotFoundError),
)
async def delete_own_place(access: StudentAccess, courses: CoursesDep) -> Response:
    """Leave a course that you attend. Its staff keep your work and your grades, and can put you back."""
    await courses.leave(access)
    return DONE


@router.get("/{course_id}")
async def get_course(access: CourseAccess) -> CourseView:
    """Return a course, and what you may do in it."""
    return view_course(access)


@router.put("/{course_id}", responses=document_errors(MissingRightError, CourseArchivedError))
async def save_course(new: NewCourse, access: ContentEditor, courses: CoursesDep) -> CourseView:
    """Change a course's name, term, dates and the like."""
    await courses.change(access, new)
    return view_course(await courses.find_access(access.user, access.course.public_id))


@router.put("/{course_id}/archived", responses=document_errors(ForbiddenError, MissingRightError, ConflictError))
async def save_archived(archiving: Archiving, access: Manager, courses: CoursesDep) -> CourseView:
    """Archive a course, so that it can only be read, or open it again."""
    await courses.archive(access, archived=archiving.archived)
    return view_course(await courses.find_access(access.user, access.course.public_id))


@router.post(
    "/{course_id}/copies",
    status_code=status.HTTP_201_CREATED,
    responses=document_errors(ForbiddenError, MissingRightError, ProblemNotFoundError, PrivateKatasError),
)
async def create_copy(
    copy: CourseCopy, access: ContentViewer, courses: CoursesDep, exchange: ExchangeDep
) -> CourseView:
    """Copy a course to another term: all that its file has, and so no people. Dates move with the first day.

    If you write the katas that are private to the course, the copy has them; otherwise copying is refused.
    """
    made = await exchange.copy(access, copy)
    return view_course(await courses.find_access(access.user, made.public_id))


@router.get("/{course_id}/export", responses=document_errors(MissingRightError))
async def get_course_file(access: ContentViewer, exchange: ExchangeDep) -> CourseFile:
    """Return a course as a file: labels, assignments, rubrics, pinned hints and kept comments, and no people.

    Comments are left out if you may not see students' data.
    """
    return await exchange.export(access)


@router.get("/{course_id}/staff", responses=document_errors(MissingRightError))
async def list_staff(access: StaffAccess, courses: CoursesDep) -> StaffList:
    """Return who teaches a course and, if you may do everything in it, who is invited to teach it."""
    return await courses.list_staff(access)


@router.put(
    "/{course_id}/staff/{staff_name}",
    responses=document_errors(ForbiddenError, MissingRightError, CourseArchivedError, UserNotFoundError, ConflictError),
)
async def save_staff(staff_name: str, rights: Rights, access: Manager, courses: CoursesDep) -> StaffList:
    """Make somebody staff, or change what they may do."""
    await courses.put_staff(access, staff_name, rights)
    return await courses.list_staff(access)


@router.delete(
    "/{course_id}/staff/{staff_name}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=document_errors(ForbiddenError, MissingRightError, CourseThingNotFoundError, ConflictError),
)
async def delete_staff(staff_name: str, access: CourseAccess, courses: CoursesDep) -> Response:
    """Take somebody off the staff."""
    await courses.remove_staff(access, staff_name)
    return DONE


@router.post("/{course_id}/invitations", status_code=status.HTTP_201_CREATED, responses=MANAGER)
async def create_staff_invitation(rights: Rights, access: Manager, courses: CoursesDep) -> FreshInvitation:
    """Make a link by which one person becomes staff, within two weeks; it is shown only once."""
    return FreshInvitation(path=await courses.invite_staff(access, rights))


@router.delete(
    "/{course_id}/invitations/{staff_invitation}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=document_errors(ForbiddenError, MissingRightError, CourseThingNotFoundError),
)
async def delete_staff_invitation(staff_invitation: str, access: Manager, courses: CoursesDep) -> Response:
    """Withdraw an invitation."""
    await courses.revoke_invitation(access, staff_invitation)
    return DONE
