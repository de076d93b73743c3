"""E-mail by SMTP: the configured mail server, and the messages for it.

`app.domains.mails` stores mails until the server has accepted them.
"""

from __future__ import annotations

import re
import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from app.kit.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path

EMAIL: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,180}[A-Za-z0-9])?")
"""The addresses to which this site sends mails."""
CONSOLE: Final = "console"
TIMEOUT_S: Final = 20
"""The timeout for answers of a mail server, in seconds."""
PERMANENT: Final = 500
"""A server's refusal with this code or a higher one is permanent."""
MAX_SUBJECT: Final = 200
"""The maximum length of a subject: folding one takes quadratic time if its characters aren't ASCII."""
DEFAULT_PORTS: Final = {"smtp": 587, "smtps": 465}
_HERE: Final = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class Relay:
    """The SMTP server. `encrypted`: TLS from the first byte; otherwise STARTTLS if offered.

    `ca`: a file with certificates that are trusted instead of the system's.
    """

    host: str
    port: int
    user: str
    password: str
    encrypted: bool
    ca: Path | None = None

    def send(self, message: EmailMessage) -> None:
        """Send a mail; raises `OSError` or `smtplib.SMTPException`."""
        context = ssl.create_default_context(cafile=self.ca)
        client: smtplib.SMTP
        if self.encrypted:
            client = smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT_S, context=context)
        else:
            client = smtplib.SMTP(self.host, self.port, timeout=TIMEOUT_S)
        with client:
            client.ehlo()
            if not self.encrypted and client.has_extn("starttls"):
                client.starttls(context=context)
                client.ehlo()
            elif not self.encrypted and self.user and self.host not in _HERE:
                raise smtplib.SMTPNotSupportedError("it offers no STARTTLS, and the password isn't sent in the clear")
            if self.user:
                client.login(self.user, self.password)
            client.send_message(message)


def read_relay(url: str, ca: Path | None = None) -> Relay | None:
    """Return the mail server in `JAXDOJO_MAIL_URL`, None for the console; raises `SettingsError`.

    `ca` is the file in `JAXDOJO_MAIL_CA`.
    """
    if url == CONSOLE:
        return None
    try:
        ssl.create_default_context(cafile=ca)
    except (OSError, ssl.SSLError) as error:
        raise SettingsError(f"JAXDOJO_MAIL_CA={ca} can't be used as a file of certificates: {error}.") from error
    message = "JAXDOJO_MAIL_URL must be `console`, `smtp://user:password@host:port` or `smtps://…`."
    try:
        parts = urlsplit(url)
        default = DEFAULT_PORTS[parts.scheme]
        port = parts.port or default
    except (ValueError, KeyError):
        raise SettingsError(message) from None  # The cause would show the password.
    if not parts.hostname:
        raise SettingsError(message)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Relay(parts.hostname, port, user, password, encrypted=parts.scheme == "smtps", ca=ca)


def make_message(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    """Return a mail from this site. The subject becomes a single line, and a long one is cut."""
    subject = " ".join(subject.split())
    if len(subject) > MAX_SUBJECT:
        subject = f"{subject[: MAX_SUBJECT - 1]}…"
    message = EmailMessage()
    message["From"] = sender
    message["To"] = to
    message["Subject"] = f"JAX Dojo: {subject}"
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].strip("> ") or None)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def is_final(error: Exception) -> bool:
    """Return whether a server refused a mail permanently, because of its recipient or its content (5xx).

    Other errors may be temporary, or the operator has to fix them: an unavailable or busy server, a wrong password, a
    refused sender.
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= PERMANENT for code, _said in error.recipients.values())
    return isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= PERMANENT
