"""Volunteering to try problems in beta, over HTTP."""

from fastapi import APIRouter

from app.domains.accounts.dependencies import CurrentUser
from app.domains.problems.dependencies import BetasDep
from app.domains.problems.schemas import Volunteering

router = APIRouter(prefix="/api/v1/account/betas", tags=["problems"])


@router.get("")
async def get_volunteering(user: CurrentUser, betas: BetasDep) -> Volunteering:
    """Return whether you volunteer to try katas in beta."""
    return Volunteering(volunteers=await betas.volunteers(user))


@router.put("")
async def put_volunteering(chosen: Volunteering, user: CurrentUser, betas: BetasDep) -> Volunteering:
    """Begin or end volunteering to try katas in beta. While you volunteer, your list has them, marked `beta`."""
    await betas.choose(user, volunteers=chosen.volunteers)
    return chosen
