"""How long a table waits, for whom."""

import msgspec


class Pace(msgspec.Struct, frozen=True):
    """All in seconds.

    think: a computer player takes. window: a discard or added kong lies on the table before anything becomes
    of it, where two or more people sit; 0 is none. hold: a window may be kept open where there is no clock.
    settle: a settlement waits for a person alone at the table. together: for several, at most.
    absent: the table waits for a seat that nobody is connected to, where several sit; then the machine plays
    it. After as long with nobody there at all the table rests. grace: a returning table gives, at least.
    pause: one lasts at most. delay: spectators are behind.
    """

    think: float = 0.6
    settle: float = 600.0
    window: float = 0.9
    hold: float = 15.0
    together: float = 60.0
    absent: float = 45.0
    grace: float = 10.0
    pause: float = 600.0
    delay: float = 180.0
