"""What can be wrong with what people and programs hand to us.

Every error a caller can cause derives from `WuyiError`; its text is one line fit
to be shown, and `reason` is a stable id that a screen puts in words.
"""


class WuyiError(Exception):
    """Anything a caller did that cannot be done."""

    reason: str = "error"


class ArgumentError(WuyiError, ValueError):
    """A value that no game knows: no kind of tile, no seat, no 32 bytes of luck, no hand of thirteen."""

    reason = "bad_argument"


class RulesError(WuyiError, ValueError):
    """An option of RULES.md 8 that is unknown or out of range."""

    reason = "bad_rules"


class NotationError(WuyiError, ValueError):
    """Text that cannot be read as tiles (RULES.md 10), or tiles that cannot exist.

    `text` is the input, `where` the offset in it at which reading failed, and
    `reason` the id of what is wrong.
    """

    def __init__(self, message: str, *, text: str, where: int, reason: str = "unreadable") -> None:
        super().__init__(f"{message} (at {where + 1} of {text!r})")
        self.text = text
        self.where = where
        self.reason = reason


class IllegalAction(WuyiError, ValueError):
    """An action the table does not allow now; `reason` says why (see `engine.legal`)."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(f"{reason}: {message}")
        self.reason = reason


class RecordError(WuyiError, ValueError):
    """A record that cannot be read or that does not replay; the text names the place."""

    reason = "bad_record"
