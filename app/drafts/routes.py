"""Drafts over HTTP."""

from fastapi import APIRouter

from app.accounts.dependencies import CurrentUser
from app.drafts.schemas import DraftView, NewDraft, SavedDraft
from app.services import ServicesDep

router = APIRouter(prefix="/api/v1/problems/{slug}/draft", tags=["drafts"])


@router.get("")
async def get_draft(slug: str, user: CurrentUser, services: ServicesDep) -> DraftView | None:
    """Return the asker's draft of a problem; null when there is none."""
    return await services.drafts.find(user, slug)


@router.put("")
async def save_draft(slug: str, new: NewDraft, user: CurrentUser, services: ServicesDep) -> SavedDraft:
    """Store the asker's draft of a problem.

    When a draft was stored since the `version` that the asker knows, nothing is saved and that draft is returned: send
    again with its version to write over it.
    """
    return await services.drafts.save(user, slug, new.source, version=new.version)
