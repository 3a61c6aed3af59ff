"""The query that shares the cost of a service among teams."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.quote.messages import said
from pricing.quote.query import Frozen, Label
from pricing.tco.query import TcoQuery

ShareBy = Literal["tokens", "requests", "time"]
Tokens = Annotated[float, Meta(ge=0, le=1e8)]


class Team(Frozen, frozen=True, kw_only=True):
    """A team and what it asks of the service."""

    name: Label
    requests_per_day: Annotated[float, said("Its requests [requests per day].", ge=0, le=1e12)]
    input_tokens: Annotated[
        Tokens | None, said("Mean input tokens of its requests [count]. Default: of the service.")
    ] = None
    output_tokens: Annotated[
        Tokens | None, said("Mean output tokens of its requests [count]. Default: of the service.")
    ] = None
    seconds_per_request: Annotated[
        Annotated[float, Meta(ge=0, le=1e6)] | None,
        said(
            "Measured time of a request on a replica, to share by time [seconds]. All"
            " teams have it, or none. Default: what its tokens take, by the split of the bill into"
            " input and output."
        ),
    ] = None


class ShowbackQuery(TcoQuery, frozen=True, kw_only=True):
    """A service over time, and the teams that share its cost."""

    teams: Annotated[
        tuple[Team, ...], said("The teams, each with its load.", min_length=1, max_length=1000)
    ]
    by: Annotated[
        ShareBy,
        said(
            "What the cost is shared by. tokens: input and output together; requests;"
            " time: the time of the devices."
        ),
    ] = "tokens"
