"""LTI over HTTP: our public keys, platforms for admins, and a course's scores for its staff."""

from fastapi import APIRouter, Request, Response, status

from app.domains.administration.dependencies import CurrentAdmin
from app.domains.courses.dependencies import DataEditor, DataViewer, Manager
from app.domains.courses.errors import CourseThingNotFoundError, MissingRightError
from app.domains.lti.dependencies import LtiDep
from app.domains.lti.errors import PlatformInUseError, PlatformKnownError
from app.domains.lti.platforms import configure
from app.domains.lti.schemas import (
    FreshKey,
    KeySetView,
    LmsView,
    NewPlatform,
    PlatformList,
    PlatformView,
    RegistrationLink,
    ToolConfiguration,
)
from app.http.documentation import document_errors
from app.http.requests import find_site
from app.kit.errors import ForbiddenError

router = APIRouter(tags=["lti"])
ADMIN = "/api/v1/admin/lti"
COURSE = "/api/v1/courses/{course_id}/lms"


@router.get("/lti/jwks")
async def list_public_keys(lti: LtiDep, response: Response) -> KeySetView:
    """Return the public keys with which platforms check what this site signs; none before a platform is added."""
    response.headers["Cache-Control"] = "public, max-age=600"
    return KeySetView(keys=await lti.keys.list_public())


@router.get(f"{ADMIN}/configuration", responses=document_errors(ForbiddenError))
async def show_configuration(admin: CurrentAdmin, request: Request) -> ToolConfiguration:  # noqa: ARG001 - access
    """Return what a platform has to know about this site."""
    return configure(find_site(request))


@router.get(f"{ADMIN}/platforms", responses=document_errors(ForbiddenError))
async def list_platforms(admin: CurrentAdmin, lti: LtiDep) -> PlatformList:  # noqa: ARG001 - access
    """Return all platforms, the oldest first."""
    return PlatformList(platforms=await lti.platforms.list_platforms())


@router.post(
    f"{ADMIN}/platforms",
    status_code=status.HTTP_201_CREATED,
    responses=document_errors(ForbiddenError, PlatformKnownError),
)
async def create_platform(new: NewPlatform, admin: CurrentAdmin, lti: LtiDep) -> PlatformView:  # noqa: ARG001 - access
    """Add a platform: from then on it may launch into this site."""
    return await lti.platforms.add(new)


@router.put(
    f"{ADMIN}/platforms/{{platform_id}}",
    responses=document_errors(ForbiddenError, PlatformKnownError, PlatformInUseError),
)
async def put_platform(
    platform_id: str,
    new: NewPlatform,
    admin: CurrentAdmin,  # noqa: ARG001 - access
    lti: LtiDep,
) -> PlatformView:
    """Change a platform. The links of deployments that are left out are deleted."""
    return await lti.platforms.change(platform_id, new)


@router.post(f"{ADMIN}/keys", status_code=status.HTTP_201_CREATED, responses=document_errors(ForbiddenError))
async def create_key(admin: CurrentAdmin, lti: LtiDep) -> FreshKey:  # noqa: ARG001 - access
    """Make a new key. It is published at once and signs from tomorrow on; the old one stays public for a month."""
    return FreshKey(kid=await lti.keys.rotate())


@router.post(f"{ADMIN}/registrations", status_code=status.HTTP_201_CREATED, responses=document_errors(ForbiddenError))
async def create_registration(
    admin: CurrentAdmin, lti: LtiDep, request: Request, response: Response
) -> RegistrationLink:
    """Make an address with which one platform can register itself (dynamic registration) within a day."""
    response.headers["Cache-Control"] = "no-store"
    return await lti.platforms.invite(admin, find_site(request))


@router.delete(
    f"{ADMIN}/platforms/{{platform_id}}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=document_errors(ForbiddenError),
)
async def delete_platform(platform_id: str, admin: CurrentAdmin, lti: LtiDep) -> Response:  # noqa: ARG001 - access
    """Remove a platform, with its links to courses and to people's accounts."""
    await lti.platforms.remove(platform_id)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.get(COURSE)
async def show_lms(access: DataViewer, lti: LtiDep) -> LmsView:
    """Return the platforms' courses that are linked to a course, and the scores that were sent or failed."""
    return await lti.linking.show(access)


@router.post(f"{COURSE}/members", status_code=status.HTTP_204_NO_CONTENT)
async def check_members(access: DataEditor, lti: LtiDep) -> Response:
    """Read the members of the linked courses; `GET …/lms` says how that ended."""
    await lti.linking.read_members(access)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.post(f"{COURSE}/columns", status_code=status.HTTP_204_NO_CONTENT)
async def create_columns(access: DataEditor, lti: LtiDep) -> Response:
    """Make a column for each assignment in the linked gradebooks; `GET …/lms` says how that ended."""
    await lti.linking.make_columns(access)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.post(f"{COURSE}/scores", status_code=status.HTTP_204_NO_CONTENT)
async def send_scores(access: DataEditor, lti: LtiDep) -> Response:
    """Send all scores of a course once more."""
    await lti.linking.send_again(access)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.delete(
    f"{COURSE}/contexts/{{context_id}}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=document_errors(ForbiddenError, MissingRightError, CourseThingNotFoundError),
)
async def delete_course_link(context_id: str, access: Manager, lti: LtiDep) -> Response:
    """Undo the link of a platform's course to a course; scores that wait for it are dropped."""
    await lti.linking.unlink(access, context_id)
    return Response(status_code=status.HTTP_204_NO_CONTENT)
