"""Cards: an accepted submission as a picture and a sentence, without its code, for everybody with its address."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.accounts.dependencies import OptionalUser
from app.domains.community.dependencies import CommunityDep
from app.domains.limits.addresses import name_asker
from app.domains.problems.dependencies import ProblemsDep
from app.domains.submissions.dependencies import SubmissionsDep
from app.domains.submissions.schemas import SubmissionView
from app.http.parts import SettingsDep, WorkersDep
from app.kit.language import use_language
from app.web.drawing.card import CardSide, draw_card, take_side
from app.web.drawing.layers import choose_picture
from app.web.drawing.moment import AttemptPair, draw_pair, tell_result
from app.web.drawing.timeline import Timeline, draw_timeline, format_ms
from app.web.navigation import RendererDep

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


@dataclass(frozen=True)
class Card:
    """A card's content: the kata's slug and name, the sentence, and both attempts or the calls of the only one.

    `saw_solution`: the kata was solved after its solution had been seen.
    """

    problem: str
    name: str
    sentence: str
    pair: AttemptPair | None
    timeline: Timeline | None
    saw_solution: bool

    @property
    def sides(self) -> list[CardSide]:
        """The attempts in the form that the picture needs."""
        sides = () if self.pair is None else self.pair.sides
        drawn: list[tuple[str, Timeline | None]] = [(side.title, side.timeline) for side in sides]
        return [
            take_side(title, timeline, [format_ms(bar.total_ms) for bar in timeline.bars])
            for title, timeline in drawn or [("", self.timeline)]
            if timeline is not None
        ]


async def find_card(card: str, problems: ProblemsDep, submissions: SubmissionsDep, community: CommunityDep) -> Card:
    """Return a card's content; raises `LinkNotFoundError` if the card doesn't exist, or no longer does."""
    submission, owner = await community.open_card(card)
    journey = (await submissions.find_trail(submission.problem, owner, until=submission.id)).journey
    problem = await problems.get_problem(submission.problem, None)
    pair = None if journey is None else draw_pair(journey, submission)
    timeline = None if pair is not None else _draw_calls(submission)
    sentence = "" if submission.report is None else tell_result(submission.report, pair)
    saw_solution = journey is not None and journey.saw_solution
    return Card(problem.slug, problem.name, sentence, pair, timeline, saw_solution)


def _draw_calls(submission: SubmissionView) -> Timeline | None:
    picture = None if submission.report is None else choose_picture(submission.report.cases)
    return draw_timeline(picture.case.calls) if picture is not None and picture.case.calls else None


CardDep = Annotated[Card, Depends(find_card)]


@router.get("/cards/{card}")
async def show_card(
    request: Request, card: str, user: OptionalUser, found: CardDep, settings: SettingsDep, renderer: RendererDep
) -> Response:
    """Show a card. Link previews need its full address, which is known only if `JAXDOJO_PUBLIC_URL` is set.

    The request's own host is never put into a page, since its sender chooses it.
    """
    path, site = f"/cards/{card}", settings.public_url.rstrip("/")
    return renderer.page(request, "card.html", user, card=found, path=path, address=f"{site}{path}" if site else None)


@router.get("/cards/{card}/picture.png")
async def draw_picture(
    request: Request,
    card: str,
    user: OptionalUser,
    problems: ProblemsDep,
    submissions: SubmissionsDep,
    community: CommunityDep,
    workers: WorkersDep,
) -> Response:
    """Draw a card as a PNG, in English."""
    use_language("en")
    found = await find_card(card, problems, submissions, community)
    who = name_asker(request, None if user is None else user.id)
    png = await workers.run(who, draw_card, found.name, found.sentence, found.sides)
    return Response(png, media_type="image/png")
