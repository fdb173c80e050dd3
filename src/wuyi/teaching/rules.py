"""An example or more for every rule of docs/rules.md, in the order of the text."""

from wuyi.teaching import hands, play
from wuyi.teaching.figures import Figure, RuleExamples


def rule_examples() -> tuple[RuleExamples, ...]:
    """All of them. A rule is named by its number, a fan of section 5 and an option of section 8 by its id."""
    found: dict[str, tuple[Figure, ...]] = {}
    for part in (
        play.wall(),
        hands.patterns(),
        play.caishen(),
        play.claims(),
        hands.fans(),
        hands.sums(),
        hands.payments(),
        play.dealers(),
        hands.house_rules(),
        hands.worked(),
    ):
        for rule, figures in part.items():
            found[rule] = found.get(rule, ()) + figures
    return tuple([RuleExamples(rule, figures) for rule, figures in found.items()])
