"""The instructors' pages about similar solutions: the list of pairs, one pair side by side, and the export."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.authoring.dependencies import AuthoredProblem
from app.domains.similarity.dependencies import SimilarityDep
from app.web.navigation import RendererDep

router = APIRouter(prefix="/authoring", default_response_class=HTMLResponse, include_in_schema=False)


@router.get("/{slug}/similar")
async def show_similar(
    request: Request, problem: AuthoredProblem, similarity: SimilarityDep, renderer: RendererDep
) -> Response:
    """List the pairs of solutions that share most of what few others have; while sources are read, how far that is."""
    found = await similarity.list_pairs(problem)
    return renderer.page(request, "similar.html", problem.user, slug=problem.slug, section="similar", found=found)


@router.get("/{slug}/similar/dolos")
async def download_similar(problem: AuthoredProblem, similarity: SimilarityDep) -> Response:
    """Return the class as a report for Dolos."""
    headers = {"Content-Disposition": f'attachment; filename="{problem.slug}-similar.zip"', "Cache-Control": "no-store"}
    return Response(await similarity.export(problem), media_type="application/zip", headers=headers)


@router.get("/{slug}/similar/{left}/{right}")
async def show_pair(
    request: Request,
    left: str,
    right: str,
    problem: AuthoredProblem,
    similarity: SimilarityDep,
    renderer: RendererDep,
) -> Response:
    """Show two solutions side by side, with what they share."""
    pair, found, sources = await similarity.compare(problem, left, right)
    return await renderer.draw_page(
        request,
        "similar_pair.html",
        problem.user,
        slug=problem.slug,
        section="similar",
        pair=pair,
        parts=found.parts,
        sources=sources,
    )
