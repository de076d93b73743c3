"""Where a class is stuck: the table of codes by kata, and a cell's attempts, with their pinned hint."""

from typing import Annotated

from fastapi import APIRouter, Form, Path, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.courses.dependencies import ContentEditor, StaffAccess
from app.domains.courses.schemas import Access
from app.domains.stuck.dependencies import StuckDep
from app.domains.stuck.schemas import PinText
from app.domains.stuck.service import StuckService
from app.kit.errors import RequestError
from app.web.drawing.stuck import draw_map
from app.web.forms import Filled, read_form
from app.web.navigation import RendererDep, go
from app.web.pages.courses.frame import Label, draw, draw_strangers
from app.web.rendering import Renderer

router = APIRouter(prefix="/courses/{course_id}", default_response_class=HTMLResponse, include_in_schema=False)
PinForm = Annotated[Filled[PinText], read_form(PinText)]
Code = Annotated[str, Path(max_length=80)]


@router.get("/stuck")
async def show_stuck(
    request: Request, access: StaffAccess, stuck: StuckDep, renderer: RendererDep, label: Label = ""
) -> Response:
    """Show the map."""
    found = await stuck.show_map(access, label)
    return draw(request, renderer, access, "stuck", found=found, map=draw_map(found), label=label)


@router.get("/stuck/{problem}/{code}")
async def show_attempts(
    request: Request,
    problem: str,
    code: Code,
    access: StaffAccess,
    stuck: StuckDep,
    renderer: RendererDep,
    label: Label = "",
) -> Response:
    """Show the attempts behind a cell."""
    return await _draw(request, access, stuck, renderer, (problem, code, label))


@router.post("/stuck/{problem}/{code}")
async def change_pin(
    request: Request,
    problem: str,
    code: Code,
    form: PinForm,
    access: ContentEditor,
    stuck: StuckDep,
    renderer: RendererDep,
    decision: Annotated[str, Form()] = "",
) -> Response:
    """Pin a hint to the code, or take it away."""
    try:
        if decision == "delete":
            await stuck.delete_pin(access, problem, code)
        else:
            await stuck.put_pin(access, problem, code, form.read().text)
    except RequestError as error:
        return await _draw(request, access, stuck, renderer, (problem, code, ""), error=error)
    return go(f"/courses/{access.course.public_id}/stuck/{problem}/{code}")


async def _draw(
    request: Request,
    access: Access,
    stuck: StuckService,
    renderer: Renderer,
    cell: tuple[str, str, str],
    *,
    error: RequestError | None = None,
) -> Response:
    found = await stuck.show_attempts(access, *cell)
    return await draw_strangers(request, renderer, access, "attempts", found=found, label=cell[2], error=error)
