"""Drafts over HTTP."""

from fastapi import APIRouter

from app.domains.accounts.dependencies import CurrentUser
from app.domains.drafts.dependencies import DraftsDep
from app.domains.drafts.schemas import DraftView, NewDraft, SavedDraft

router = APIRouter(prefix="/api/v1/problems/{slug}/draft", tags=["drafts"])


@router.get("")
async def get_draft(slug: str, user: CurrentUser, drafts: DraftsDep) -> DraftView | None:
    """Return your draft of a problem; null if there is none."""
    return await drafts.find(user, slug)


@router.put("")
async def save_draft(slug: str, new: NewDraft, user: CurrentUser, drafts: DraftsDep) -> SavedDraft:
    """Store your draft of a problem.

    If another draft was stored after the `version` that you know, nothing is saved and that draft is returned: send
    yours again with its version to overwrite it.
    """
    return await drafts.save(user, slug, new.source, version=new.version)
