"""Dependencies of pages for mails."""

from typing import Annotated

from app.domains.mails.service import MailService
from app.http.parts import provide

MailsDep = Annotated[MailService, provide("mailer")]
