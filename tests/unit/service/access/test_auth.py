"""What authentication asks of a key, and what it counts."""

import asyncio
import hashlib
from datetime import date
from typing import Any

import pytest

from service.access.auth import Authenticator
from service.access.keys import Key, KeyRing
from service.access.rate_limit import LocalRateLimiter
from service.http.problems import Refused


def gate_of(*names: str, rate: int | None = None, expires: date | None = None) -> Authenticator:
    """Authentication with a key of each name, whose text is the name; its clocks stand still."""
    keys = tuple(
        Key(
            name=name or "nobody",
            sha256=hashlib.sha256(name.encode()).hexdigest(),
            scopes=("read",),
            requests_per_minute=rate,
            expires=expires,
        )
        for name in names
    )
    return Authenticator(
        KeyRing(keys), LocalRateLimiter(lambda: 1000.0), lambda: date(2026, 11, 21)
    )


def ask(auth: Authenticator, key: str) -> tuple[str, str]:
    """The kind of refusal, or nothing, and when to come again."""
    scope: Any = {"state": {}}
    headers = {b"authorization": b"Bearer " + key.encode()}
    try:
        asyncio.run(auth.admit(scope, headers, "read"))
    except Refused as refused:
        return refused.kind, refused.headers.get("retry-after", "")
    return "", ""


def test_callers_have_each_their_own_rate() -> None:
    auth = gate_of("finance", "chatops", rate=1)

    assert [ask(auth, key)[0] for key in ("finance", "chatops", "finance")] == [
        "",
        "",
        "too-many-requests",
    ]


@pytest.mark.parametrize(("rate", "seconds"), [(1, "60"), (40, "2"), (600, "1")])
def test_who_comes_again_when_told_is_not_too_early(rate: int, seconds: str) -> None:
    auth = gate_of("finance", rate=rate)
    answers = [ask(auth, "finance") for _ in range(rate + 1)]

    assert answers == [("", "")] * rate + [("too-many-requests", seconds)]


def test_a_key_is_looked_at_on_the_day_of_the_request() -> None:
    days = (date(2026, 11, 22), date(2026, 11, 21))

    assert [ask(gate_of("finance", expires=day), "finance")[0] for day in days] == [
        "",
        "unauthorized",
    ]


def test_the_digest_of_nothing_lets_nobody_in() -> None:
    assert ask(gate_of(""), "")[0] == "unauthorized"
