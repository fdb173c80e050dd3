"""`wuyi arena`: computer players measured against each other on duplicate deals."""

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wuyi.cli import batch
from wuyi.errors import WuyiError

if TYPE_CHECKING:
    from wuyi.cli.main import Commands
    from wuyi.simulate.arena import Report
    from wuyi.simulate.bootstrap import Interval
    from wuyi.simulate.stats import Tally

    Runner = Callable[..., Report]


class NoKernels(WuyiError):
    """The extra `fast` is not installed."""

    reason = "no_kernels"


def add_parser(commands: "Commands") -> None:
    parser = commands.add_parser(
        "arena",
        help="measure computer players against each other",
        description="Play each deal four times, the line-up moved on by a seat each time, so that every "
        "player holds every hand. Intervals hold 95%: bootstrap by deal.",
        epilog=batch.players(),
    )
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--seats",
        type=batch.names,
        default=("value", "greedy"),
        metavar="A,B,...",
        help="the line-up, the last one named in all seats that are left: a,b is one a against three b "
        "(default value,greedy)",
    )
    who.add_argument(
        "--arms",
        type=batch.names,
        metavar="A,B,...",
        help="measure each in the same chair, on the same deals, and compare the first with the others",
    )
    parser.add_argument(
        "--against",
        type=batch.names,
        default=("greedy",),
        metavar="X,Y,Z",
        help="the three opponents of every arm, the last one named in all chairs left (default greedy)",
    )
    parser.add_argument(
        "--deals",
        type=batch.positive,
        default=100,
        metavar="N",
        help="default 100; four hands each, for every arm",
    )
    parser.add_argument(
        "--fast",
        action="store_true",
        help="let compiled kernels play, hundreds of times faster, in one process: the same report without "
        "the times of decisions (needs the extra fast; random has other luck)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--picture", metavar="FILE", help="draw the report as an SVG picture")
    batch.add_common(parser)


def run(args: argparse.Namespace) -> int:
    from wuyi.simulate.play import SeatingError, line_up

    rules = batch.house_rules(args)
    arms = tuple(dict.fromkeys(args.arms or ()))
    seats = line_up(args.seats)
    if len(args.against) > 3:
        raise SeatingError(f"--against: {len(args.against)} players for the three other chairs")
    against = line_up(args.against)[:3]
    batch.expect_players((*arms, *against) if arms else seats)
    head: dict[str, Any] = {"arms": arms, "against": against} if arms else {"seats": seats}
    head |= {"deals": args.deals, "seed": args.seed, "rules_hash": rules.hash}
    progress = batch.Progress(args.deals, "deals")
    how: Any = {"deals": args.deals, "seed": args.seed, "rules": rules, "progress": progress.step}
    run_arena, run_arms = _kernels() if args.fast else _players(args)
    report = run_arms(arms, against, **how) if arms else run_arena(seats, **how)
    progress.close()
    data = head | as_data(report, bool(arms))
    if args.picture:
        from wuyi.cli.arena_picture import draw

        Path(args.picture).write_text(draw(data), encoding="utf-8")
    print(json.dumps(data) if args.json else "\n".join(as_table(data)))
    return 0


def _players(args: argparse.Namespace) -> tuple["Runner", "Runner"]:
    """The arena, and that of arms."""
    from wuyi.simulate.arena import run_arena, run_arms

    workers = batch.workers(args)
    return partial(run_arena, workers=workers), partial(run_arms, workers=workers)


def _kernels() -> tuple["Runner", "Runner"]:
    """The same played by kernels, if they are installed."""
    try:
        from wuyi.simulate.fast.arena import fast_arena, fast_arms
    except ImportError as error:
        raise NoKernels(str(error)) from None
    return fast_arena, fast_arms


def as_data(report: "Report", paired: bool = False) -> dict[str, Any]:
    """The report as plain data: rates are shares of one, means None where nothing was won.

    paired: compare every player with the first, deal by deal.
    """
    outcomes = report.outcomes
    first, *others = report.tallies
    data = {
        "hands": outcomes.hands,
        "draw_rate": outcomes.draw_rate,
        "wins_by": {way: outcomes.ways[way] for way in ("draw", "discard", "rob")},
        "mean_fan": outcomes.mean_fan,
        "bots": [_bot_data(bot, tally) for bot, tally in report.tallies.items()],
    }
    if paired:
        data["leads"] = [
            {"bot": first, "over": other, **_lead(report.tallies[first], report.tallies[other])}
            for other in others
        ]
    return data


def _bot_data(bot: str, tally: "Tally") -> dict[str, Any]:
    return {
        "bot": bot,
        "hands": tally.hands,
        "points": tally.mean,
        "interval": tally.interval,
        "capped_points": tally.capped_mean,
        "capped_interval": tally.capped_interval,
        "win_rate": tally.win_rate,
        "deal_in_rate": tally.dealt_in_rate,
        "mean_fan": tally.mean_fan,
        "fans": {str(fan): tally.fans[fan] for fan in sorted(tally.fans)},
        "decision_ms": {"p50": tally.times.quantile(0.5), "p99": tally.times.quantile(0.99)},
    }


def _lead(first: "Tally", other: "Tally") -> dict[str, Any]:
    points, interval = first.lead(other)
    capped, capped_interval = first.lead(other, capped=True)
    return {
        "points": points,
        "interval": interval,
        "capped_points": capped,
        "capped_interval": capped_interval,
    }


def as_table(data: dict[str, Any]) -> list[str]:
    """The report for people, a line a player."""
    wide = max(10, *[len(bot["bot"]) + 1 for bot in data["bots"]])
    lines = [
        f"{'player':<{wide}}{'points a hand (95%)':>27}{'fan capped at 6':>27}{'won':>8}"
        f"{'dealt in':>10}{'fan':>7}{'ms p50':>9}{'p99':>8}"
    ]
    for bot in data["bots"]:
        times = bot["decision_ms"]
        lines.append(
            f"{bot['bot']:<{wide}}{_points(bot['points'], bot['interval']):>27}"
            f"{_points(bot['capped_points'], bot['capped_interval']):>27}"
            f"{batch.as_percent(bot['win_rate']):>8}{batch.as_percent(bot['deal_in_rate']):>10}{batch.or_dash(bot['mean_fan']):>7}"
            f"{batch.or_dash(times['p50']):>9}{batch.or_dash(times['p99']):>8}"
        )
    for lead in data.get("leads", ()):
        lines.append(
            f"{lead['bot']} over {lead['over']}, deal by deal: {_points(lead['points'], lead['interval'])}; "
            f"fan capped at 6: {_points(lead['capped_points'], lead['capped_interval'])}"
        )
    ways = data["wins_by"]
    lines.append(
        f"{data['hands']} hands, {batch.as_percent(data['draw_rate'])} drawn; won by draw {ways['draw']}, "
        f"by discard {ways['discard']}, by robbing {ways['rob']}"
    )
    return lines


def _points(mean: float, interval: "Interval | None") -> str:
    if interval is None:
        return f"{mean:+.2f}"
    return f"{mean:+.2f} ({interval[0]:+.2f} to {interval[1]:+.2f})"
