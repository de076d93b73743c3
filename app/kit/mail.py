"""E-mail by SMTP: the server that is configured, and the messages that it is handed.

`app.domains.mails` keeps mails until the server has taken them.
"""

from __future__ import annotations

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

CONSOLE: Final = "console"
TIMEOUT_S: Final = 20
"""How long a mail server may be silent."""
PERMANENT: Final = 500
"""From this code on a server's refusal is for good."""
_PORTS: Final = {"smtp": 587, "smtps": 465}
_HERE: Final = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class Relay:
    """The SMTP server. `encrypted`: TLS from the first byte; else STARTTLS where offered.

    `ca`: a file with the certificates that are trusted in place of the system's.
    """

    host: str
    port: int
    user: str
    password: str
    encrypted: bool
    ca: Path | None = None

    def send(self, message: EmailMessage) -> None:
        """Hand a mail over; raises `OSError` or `smtplib.SMTPException`."""
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
    """Return the mail server that `JAXDOJO_MAIL_URL` names, None for the console; raises `SettingsError`.

    `ca` is what `JAXDOJO_MAIL_CA` names.
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
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError):
        raise SettingsError(message) from None  # The cause would show the password.
    if not parts.hostname:
        raise SettingsError(message)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Relay(parts.hostname, port, user, password, encrypted=parts.scheme == "smtps", ca=ca)


def make_message(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    """Return a mail of this site."""
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
    """Whether a server refused a mail for good: its recipient, or what it says (5xx).

    All else may pass, or is for the operator to mend: a server that is away or busy, a password, the sender.
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= PERMANENT for code, _said in error.recipients.values())
    return isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= PERMANENT
