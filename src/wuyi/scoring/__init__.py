"""What a win is worth and who pays: fans as a register of predicates, the dearest reading, payments."""

from wuyi.scoring.context import Question, Winning
from wuyi.scoring.payment import Payments, payments, pays_all
from wuyi.scoring.score import Fans, Refusal, Score, can_win, judge

__all__ = [
    "Fans",
    "Payments",
    "Question",
    "Refusal",
    "Score",
    "Winning",
    "can_win",
    "judge",
    "payments",
    "pays_all",
]
