"""Mails: their subjects are single lines of limited length, whatever a stranger wrote; addresses of mail servers."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default

import pytest

from app.kit.errors import SettingsError
from app.kit.mail import MAX_SUBJECT, make_message, read_relay


@pytest.mark.parametrize(
    ("subject", "sent"),
    [
        ("A reply", "A reply"),
        ("Kurs \N{EM DASH} Übung 1", "Kurs \N{EM DASH} Übung 1"),
        ("one\r\nBcc: eve@example.test", "one Bcc: eve@example.test"),
        ("x" * MAX_SUBJECT, "x" * MAX_SUBJECT),
        ("\N{SNOWMAN}" * 10_000, "\N{SNOWMAN}" * (MAX_SUBJECT - 1) + "…"),
    ],
)
def test_a_subject_is_one_line_of_limited_length(subject: str, sent: str) -> None:
    message = make_message("dojo@example.test", "ada@example.test", subject, "text")
    read = message_from_bytes(message.as_bytes(), policy=default)
    assert read["Subject"] == f"JAX Dojo: {sent}"
    assert read["Bcc"] is None


@pytest.mark.parametrize("scheme", ["smpts", "smtp+tls", "http", ""])
@pytest.mark.parametrize("port", ["", ":465"])
def test_a_misspelt_scheme_is_refused(scheme: str, port: str) -> None:
    with pytest.raises(SettingsError, match="JAXDOJO_MAIL_URL"):
        read_relay(f"{scheme}://ada:secret@mail.example{port}")
