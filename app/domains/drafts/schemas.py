"""The data types of drafts, for pages and programs."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from app.kit.json_values import Integer


class DraftView(BaseModel):
    """A stored draft. `version` grows with each save."""

    source: str
    version: int
    saved_at: datetime


class NewDraft(BaseModel):
    """What to store. `version` is that of the stored draft which it replaces; 0 where none was known."""

    model_config = ConfigDict(extra="forbid")

    source: str
    version: Integer = Field(default=0, ge=0)


class SavedDraft(BaseModel):
    """How saving went. `other` is the stored draft where it isn't the one to be replaced; then nothing was saved."""

    saved: bool
    version: int
    other: DraftView | None = None
