"""The cost of a service by team as a sentence."""

from collections.abc import Sequence

from service.summaries.figures import counted, number, share, usd
from service.summaries.parts import Fields

SHOWN_TEAMS = 5


def showback_summary(answer: Fields) -> str:
    """Who bears how much of a service, the largest share first."""
    teams = sorted(answer["teams"], key=lambda team: -team["usd_total"])
    told = ", ".join(
        f"{team['team']} {usd(team['usd_total'])}"
        f" ({', '.join([*_converted(answer, [team]), share(team['share_fraction'])])})"
        for team in teams[:SHOWN_TEAMS]
    )
    left = len(teams) - SHOWN_TEAMS
    others = f", and {left} more" if left > 0 else ""
    served = f"{answer['model']} on " if answer["model"] else ""
    beside = "".join(f" ({amount})" for amount in _converted(answer, teams))
    return (
        f"{usd(answer['usd_total'])}{beside} of {served}{answer['device']} over"
        f" {counted(answer['horizon_months'], 'month')}, shared by {answer['by']}: {told}{others}."
    )


def _converted(answer: Fields, teams: Sequence[Fields]) -> list[str]:
    """The cost of some teams in the currency that is asked for; empty for dollars."""
    totals = [team["total"] for team in teams]
    return [] if None in totals else [f"{number(sum(totals))} {answer['currency']}"]
