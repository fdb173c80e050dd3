"""Tokens: what a browser keeps to show who it is, and what is kept of them here."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping


def new_token() -> str:
    """256 bits of luck, as text."""
    return secrets.token_urlsafe(32)


def token_key(token: str) -> bytes:
    """What is kept of a token: it holds 256 bits of luck, so that a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode()).digest()


def opened_by(token: str, keys: Mapping[int, bytes]) -> int | None:
    """Which of some doors `token` opens, by what is kept of their tokens."""
    key = token_key(token)
    for door, kept in keys.items():
        if hmac.compare_digest(kept, key):
            return door
    return None
