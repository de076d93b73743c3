"""Similar solutions of a course's students to a kata: the list of pairs, and one pair side by side."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.courses.dependencies import DataViewer
from app.domains.similarity.dependencies import ComparedKata, SimilarityDep
from app.web.navigation import RendererDep
from app.web.pages.courses.frame import draw, draw_strangers

router = APIRouter(prefix="/courses/{course_id}", default_response_class=HTMLResponse, include_in_schema=False)


@router.get("/similar/{problem}")
async def show_similar(
    request: Request, access: DataViewer, kata: ComparedKata, similarity: SimilarityDep, renderer: RendererDep
) -> Response:
    """List the pairs of solutions that share most of what few others have; while sources are read, how far that is."""
    found = await similarity.list_pairs(kata.problem, kata.classmates)
    return draw(request, renderer, access, "similar", found=found)


@router.get("/similar/{problem}/{submission_id}/{other_id}")
async def show_pair(
    request: Request,
    submission_id: str,
    other_id: str,
    access: DataViewer,
    kata: ComparedKata,
    similarity: SimilarityDep,
    renderer: RendererDep,
) -> Response:
    """Show two solutions side by side, with what they share."""
    pair, found, sources = await similarity.compare(kata.problem, submission_id, other_id, kata.classmates)
    return await draw_strangers(
        request,
        renderer,
        access,
        "similar_pair",
        problem=kata.problem.slug,
        pair=pair,
        parts=found.parts,
        sources=sources,
    )
