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
    """The draft to store. `version` is that of the stored draft that it replaces; 0 if you know of none."""

    model_config = ConfigDict(extra="forbid")

    source: str
    version: Integer = Field(default=0, ge=0)


class SavedDraft(BaseModel):
    """The result of saving. If the stored draft isn't the one to be replaced, nothing was saved, and `other` has it."""

    saved: bool
    version: int
    other: DraftView | None = None
