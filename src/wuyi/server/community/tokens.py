"""Tokens: what a browser keeps to show who it is, and what is kept of them here."""

import hashlib
import secrets


def new_token() -> str:
    """256 bits of luck, as text."""
    return secrets.token_urlsafe(32)


def token_key(token: str) -> bytes:
    """What is kept of a token: it holds 256 bits of luck, so that a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode()).digest()
