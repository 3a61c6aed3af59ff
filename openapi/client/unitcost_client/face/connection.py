"""Where the service is, and what every request to it has."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

import httpx

from unitcost_client.face.errors import NoAnswer, problem_of
from unitcost_client.face.patience import AGAIN, UNSENT, Patience, retry_after_seconds
from unitcost_client.face.version import VERSION

DEFAULT_URL = "http://127.0.0.1:8000"
TIMEOUT_SECONDS = 35.0
"""The service gives a question thirty seconds."""


def address(base_url: str | None) -> str:
    """The address that is given, else that of UNITCOST_URL, else that of `make serve`."""
    return (base_url or os.environ.get("UNITCOST_URL") or DEFAULT_URL).rstrip("/")


def headers(key: str | None) -> Mapping[str, str]:
    """The headers of every request, with the key that is given, else that of UNITCOST_KEY."""
    secret = key or os.environ.get("UNITCOST_KEY")
    agent = {"user-agent": f"unitcost-client/{VERSION}"}
    return agent | ({"authorization": f"Bearer {secret}"} if secret else {})


@dataclass
class Attempts:
    """The tries of one question. Each failure says how long to wait before the next."""

    patience: Patience
    tried: int = 0
    waited: float = field(default=0.0)

    def after(self, outcome: httpx.Response | httpx.HTTPError) -> float:
        """How long to wait [seconds]. Raises UnitcostProblem or NoAnswer where it is enough."""
        if isinstance(outcome, httpx.Response):
            asked_for = retry_after_seconds(outcome)
            failure: Exception = problem_of(outcome, asked_for)
            is_passing = outcome.status_code in AGAIN
        else:
            asked_for, is_passing = None, isinstance(outcome, UNSENT)
            failure = NoAnswer(f"The service gave no answer: {outcome!r}.")
            failure.__cause__ = outcome
        seconds = self.patience.wait_seconds(self.tried, self.waited, asked_for)
        if not is_passing or seconds is None:
            raise failure
        self.tried += 1
        self.waited += seconds
        return seconds
