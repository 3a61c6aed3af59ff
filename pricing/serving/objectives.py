"""Objectives: the latency that callers ask for, and what interactive work has where nobody asks.

Floats or arrays. A latency that nothing limits has an infinite limit.
"""

from math import inf

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.numerics.number import Number, greatest, where
from pricing.serving.passes.reading import ENCODER

TTFT_DEFAULT = "slo.ttft_seconds"
TTFT_LONG_DEFAULT = "slo.ttft_seconds_per_input_token"
TPOT_DEFAULT = "slo.tpot_seconds"
"""The assumptions of interactive work."""

DEFAULTS = (TTFT_DEFAULT, TTFT_LONG_DEFAULT, TPOT_DEFAULT)

WITHOUT_TOKENS = frozenset({ENCODER})
"""Architectures that write no tokens, so that none of them can be late."""


class Limits(Struct, frozen=True, gc=False):
    """Upper limits of the mean latency: of the first token, and of every token [seconds]."""

    ttft_seconds: Number = inf
    tpot_seconds: Number = inf


class DefaultLimits(Struct, frozen=True, gc=False):
    """What a service keeps where nobody says: the limit of the first token is the larger of two.

    ttft_seconds_per_input_token: what readers of long inputs wait [seconds per token].
    """

    ttft_seconds: Number = inf
    ttft_seconds_per_input_token: Number = 0.0
    tpot_seconds: Number = inf


NO_LIMIT = Limits()

NO_DEFAULTS = DefaultLimits()
"""Of batch work, and of work that is not tokens."""


def writes_tokens(architecture: str | None) -> bool:
    """Whether models of an architecture write any."""
    return architecture not in WITHOUT_TOKENS


def default_limits(catalog: Catalog, architecture: str | None) -> DefaultLimits:
    """The default objectives of interactive work with a model of some architecture."""
    ttft, per_token, tpot = (catalog.assumptions[key].value for key in DEFAULTS)
    return DefaultLimits(ttft, per_token, tpot if writes_tokens(architecture) else inf)


def limits_in_force(
    asked: Limits, default: DefaultLimits, input_tokens: Number, *, is_open: Number = True
) -> Limits:
    """The limits of a question: of each latency the caller's, else the default where one applies.

    is_open: whether defaults apply: not where the caller says the load or the throughput.

    >>> limits_in_force(Limits(), DefaultLimits(2.0, 0.001, 0.05), 5000.0)
    Limits(ttft_seconds=5.0, tpot_seconds=0.05)
    """
    if default is NO_DEFAULTS or is_open is False:
        return asked
    long = greatest(default.ttft_seconds, default.ttft_seconds_per_input_token * input_tokens)
    return Limits(
        where((asked.ttft_seconds == inf) & is_open, long, asked.ttft_seconds),
        where((asked.tpot_seconds == inf) & is_open, default.tpot_seconds, asked.tpot_seconds),
    )
