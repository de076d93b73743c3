"""Signatures of messages (Standard Webhooks), by which a receiver can verify origin, content and age."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Final

PREFIX: Final = "whsec_"


def make_secret() -> str:
    """Return a new secret: 256 random bits, in the format of Standard Webhooks libraries."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def sign(secret: str, message_id: str, timestamp: int, body: str) -> str:
    """Return the signature of a message: HMAC-SHA256 over id, time (seconds since 1970) and body."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.digest(key, f"{message_id}.{timestamp}.{body}".encode(), hashlib.sha256)
    return f"v1,{base64.b64encode(digest).decode()}"


def make_headers(secret: str, message_id: str, timestamp: int, body: str) -> dict[str, str]:
    """Return the header fields of a signed message."""
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": sign(secret, message_id, timestamp, body),
    }
