"""How a request is turned down."""

from wuyi.errors import WuyiError


class Refusal(WuyiError):
    """A request that changed nothing; `reason` is a `protocol.Reason` or an id of the engine."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
