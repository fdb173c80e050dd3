"""`wuyi arena`: computer players measured against each other on duplicate deals."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from wuyi.cli import batch

if TYPE_CHECKING:
    from wuyi.cli.main import Commands
    from wuyi.simulate.arena import Report
    from wuyi.simulate.stats import Tally


def add_parser(commands: "Commands") -> None:
    parser = commands.add_parser(
        "arena",
        help="measure computer players against each other",
        description="Play each deal four times, the line-up moved on by a seat each time, so that every "
        "player holds every hand. The interval is 1.96 standard errors of the mean over deals.",
    )
    parser.add_argument(
        "--seats",
        type=batch.ids,
        default=("greedy", "random"),
        metavar="A,B,...",
        help="the line-up, the last one named in all seats that are left: a,b is one a against three b "
        "(default greedy,random)",
    )
    parser.add_argument(
        "--deals", type=batch.positive, default=100, metavar="N", help="default 100; four hands each"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    batch.add_common(parser)


def run(args: argparse.Namespace) -> int:
    from wuyi.simulate.arena import run_arena
    from wuyi.simulate.play import line_up, seat_bots

    rules = batch.house_rules(args)
    bots = line_up(args.seats)
    seat_bots(bots, bytes(32))  # an unknown player is refused before the work begins
    progress = batch.Progress(args.deals, "deals")
    report = run_arena(
        bots, deals=args.deals, seed=args.seed, rules=rules, jobs=args.jobs, progress=progress.step
    )
    progress.close()
    if args.json:
        head = {"seats": bots, "deals": args.deals, "seed": args.seed, "rules_hash": rules.hash}
        print(json.dumps(head | as_data(report)))
    else:
        print("\n".join(as_table(report)))
    return 0


def as_data(report: "Report") -> dict[str, Any]:
    """The report as plain data: rates are shares of one, means None where nothing was won."""
    outcomes = report.outcomes
    return {
        "hands": outcomes.hands,
        "draw_rate": outcomes.draw_rate,
        "wins_by": {way: outcomes.ways[way] for way in ("draw", "discard", "rob")},
        "mean_fan": outcomes.mean_fan,
        "bots": [_bot_data(bot, tally) for bot, tally in report.tallies.items()],
    }


def _bot_data(bot: str, tally: "Tally") -> dict[str, Any]:
    margin = tally.margin
    return {
        "bot": bot,
        "hands": tally.hands,
        "points": tally.mean,
        "interval": None if margin is None else [tally.mean - margin, tally.mean + margin],
        "win_rate": tally.win_rate,
        "deal_in_rate": tally.dealt_in_rate,
        "mean_fan": tally.mean_fan,
        "decision_ms": {"p50": tally.times.quantile(0.5), "p99": tally.times.quantile(0.99)},
    }


def as_table(report: "Report") -> list[str]:
    """The report for people, a line a player."""
    outcomes = report.outcomes
    lines = [
        f"{'player':<12}{'points a hand (95%)':>22}{'won':>8}{'dealt in':>10}{'fan':>7}"
        f"{'ms p50':>9}{'p99':>8}"
    ]
    for bot, tally in report.tallies.items():
        points = f"{tally.mean:+.2f} ± {batch.or_dash(tally.margin)}"
        lines.append(
            f"{bot:<12}{points:>22}{batch.as_percent(tally.win_rate):>8}{batch.as_percent(tally.dealt_in_rate):>10}"
            f"{batch.or_dash(tally.mean_fan):>7}{batch.or_dash(tally.times.quantile(0.5)):>9}"
            f"{batch.or_dash(tally.times.quantile(0.99)):>8}"
        )
    ways = outcomes.ways
    lines.append(
        f"{outcomes.hands} hands, {batch.as_percent(outcomes.draw_rate)} drawn; won by draw {ways['draw']}, "
        f"by discard {ways['discard']}, by robbing {ways['rob']}"
    )
    return lines
