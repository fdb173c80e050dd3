"""The house's network: where its other machines reach this one, as text and as a QR code."""

import io
import socket
from typing import Final

_FAR: Final = ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255")
"""Addresses that lie behind the route out (the first is nobody's), or in a network that has none."""

_LIGHT_BORDER: Final = 2
"""Modules around a QR code. The standard asks for four; phones are content with two, terminals are low."""


def own_address() -> str | None:
    """The IPv4 address of this machine in its network, None if it is in none. Nothing is sent."""
    for far in _FAR:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((far, 9))
            except OSError:
                continue
            address = str(probe.getsockname()[0])
        if address != "0.0.0.0" and not address.startswith("127."):
            return address
    return None


def qr_text(text: str) -> str:
    """The QR code of `text` in block characters, light on a dark terminal."""
    import segno

    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, border=_LIGHT_BORDER, compact=True)
    return drawn.getvalue()


def qr_svg(text: str) -> str:
    """The QR code of `text` as an SVG image that takes the size it is given."""
    import segno

    drawn = io.BytesIO()
    segno.make(text, micro=False).save(
        drawn, kind="svg", xmldecl=False, nl=False, omitsize=True, light="#fff"
    )
    return drawn.getvalue().decode()
