"""Waits of requests for a place in a pool of replicas, and for cold starts.

A pool of `servers` places (replicas times the requests that each runs at once) with Poisson
arrivals and exponential service is an M/M/c queue. In a pool that is switched off when idle, the
first request and those behind it wait for the cold start.
"""

from pricing.numerics.number import Number, exp, greatest, least, log, sqrt

TINY = 1e-300
"""Replaces zero in a logarithm."""

LIGHTEST = 1e-12
"""Load below which nobody waits. The formulas are not evaluated closer to zero."""

TWO_PI = 6.283185307179586


def waiting_fraction(*, servers: Number, load_fraction: Number) -> Number:
    """Share of requests that find every place taken (Erlang C).

    C = B / (1 − ρ · (1 − B)), B = pmf(c) / CDF(c) of a Poisson variable of mean a = ρ · c

    servers: c, at least 1 [count]; load_fraction: ρ, offered load over places, below 1
    [fraction]. Returns [fraction]. The Poisson distribution is computed with Stirling's series
    and Temme's uniform expansion, which are closed forms for any c. The error against the exact
    recursion is 0.08% for one place, and 0.01% from three places.
    Source: Erlang 1917; Temme 1979, The asymptotic expansion of the incomplete gamma
    functions; the normal tail by Abramowitz and Stegun 1964, 7.1.26.

    >>> round(waiting_fraction(servers=2.0, load_fraction=0.5), 3)  # exactly 1/3
    0.333
    """
    load = greatest(load_fraction, LIGHTEST)
    distance = load - 1.0 - log(load)
    stirling = 1.0 / (12.0 * servers) - 1.0 / (360.0 * servers * servers * servers)
    mass = exp(-servers * distance - stirling) / sqrt(TWO_PI * servers)
    blocked = mass / _poisson_cdf_fraction(servers, load)
    return blocked / (1.0 - load * (1.0 - blocked))


def _poisson_cdf_fraction(servers: Number, load: Number) -> Number:
    """Probability of at most `servers` for a mean of `load` · `servers`, with a load below 1."""
    shape = servers + 1.0
    excess = load * servers / shape - 1.0
    exponent = excess - log(1.0 + excess)
    root = sqrt(2.0 * exponent)
    decay = exp(-shape * exponent)
    place = 1.0 / (1.0 + 0.3275911 * root * sqrt(shape / 2.0))
    series = 1.061405429
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        series = factor + place * series
    tail = place * series * decay / 2.0
    return 1.0 - tail + decay / sqrt(TWO_PI * shape) * (1.0 / excess + 1.0 / root)


def mean_wait_seconds(
    *, waiting_fraction: Number, servers: Number, load_fraction: Number, service_seconds: Number
) -> Number:
    """Mean wait of all requests, including those that do not wait.

    W = C · S / (c · (1 − ρ))

    waiting_fraction: C [fraction]; servers: c [count]; load_fraction: ρ, below 1 [fraction];
    service_seconds: S, time that a request holds its place [seconds]. Returns [seconds].
    Source: Kleinrock 1975, Queueing Systems, vol. 1, M/M/m.

    >>> mean_wait_seconds(waiting_fraction=0.25, servers=2.0, load_fraction=0.5,
    ...     service_seconds=4.0)
    1.0
    """
    return waiting_fraction * service_seconds / (servers * (1.0 - load_fraction))


def wait_quantile_seconds(
    *,
    waiting_fraction: Number,
    servers: Number,
    load_fraction: Number,
    service_seconds: Number,
    quantile_fraction: Number,
) -> Number:
    """Quantile of the wait of all requests.

    t = max(0, ln(C / (1 − p))) · S / (c · (1 − ρ)), from P(W > t) = C · e^(−c(1−ρ)t/S)

    waiting_fraction: C [fraction]; servers: c [count]; load_fraction: ρ, below 1 [fraction];
    service_seconds: S [seconds]; quantile_fraction: p, below 1 [fraction]. Returns [seconds].
    Source: Kleinrock 1975, Queueing Systems, vol. 1, M/M/m, first come first served.

    >>> round(wait_quantile_seconds(waiting_fraction=0.25, servers=2.0, load_fraction=0.5,
    ...     service_seconds=4.0, quantile_fraction=0.99), 2)
    12.88
    """
    mean_waits = log(greatest(waiting_fraction, TINY) / (1.0 - quantile_fraction))
    return greatest(mean_waits, 0.0) * service_seconds / (servers * (1.0 - load_fraction))


def warm_fraction(
    *, requests_per_second: Number, idle_seconds: Number, startup_seconds: Number
) -> Number:
    """Share of the time in which a pool is on that is switched off when idle.

    f = 1 − q / (1 + λ · D · q), q = e^(−λ · τ)

    requests_per_second: λ, Poisson [per second]; idle_seconds: τ, time without a request until
    the pool is switched off [seconds]; startup_seconds: D, time of a cold start, which is paid
    for [seconds]. Returns [fraction].
    Source: a renewal cycle of a cold start, arrivals until the first gap beyond τ, and an
    exponential time off. The cycle is D + 1 / (q · λ), of which 1 / λ is off.

    >>> round(warm_fraction(requests_per_second=0.01, idle_seconds=100.0, startup_seconds=0.0), 4)
    0.6321
    """
    quiet = exp(-requests_per_second * idle_seconds)
    return 1.0 - quiet / (1.0 + requests_per_second * startup_seconds * quiet)


def cold_request_fraction(
    *, requests_per_second: Number, idle_seconds: Number, startup_seconds: Number
) -> Number:
    """Share of the requests that wait for a cold start.

    f = q · (1 + λ · D) / (1 + λ · D · q), q = e^(−λ · τ)

    requests_per_second: λ; idle_seconds: τ; startup_seconds: D, as in warm_fraction.
    Returns [fraction].
    Source: of the λ · D + 1 / q requests of a cycle, the first and the λ · D that arrive
    during the start wait for it.

    >>> cold_request_fraction(requests_per_second=0.01, idle_seconds=0.0, startup_seconds=60.0)
    1.0
    """
    quiet = exp(-requests_per_second * idle_seconds)
    during = requests_per_second * startup_seconds
    return quiet * (1.0 + during) / (1.0 + during * quiet)


def cold_mean_wait_seconds(
    *, requests_per_second: Number, idle_seconds: Number, startup_seconds: Number
) -> Number:
    """Mean wait of all requests for cold starts, including those that do not wait.

    W = D · q · (1 + λ · D / 2) / (1 + λ · D · q), q = e^(−λ · τ)

    requests_per_second: λ; idle_seconds: τ; startup_seconds: D, as in warm_fraction.
    Returns [seconds].
    Source: of the λ · D + 1 / q requests of a cycle, the first waits D. The λ · D that arrive
    during the start wait half of it in the mean.

    >>> cold_mean_wait_seconds(requests_per_second=0.01, idle_seconds=0.0, startup_seconds=100.0)
    75.0
    """
    quiet = exp(-requests_per_second * idle_seconds)
    during = requests_per_second * startup_seconds
    return startup_seconds * quiet * (1.0 + during / 2.0) / (1.0 + during * quiet)


def cold_wait_quantile_seconds(
    *,
    requests_per_second: Number,
    idle_seconds: Number,
    startup_seconds: Number,
    quantile_fraction: Number,
) -> Number:
    """Quantile of the wait of all requests for cold starts.

    t = D − ((1 − p) · (1 + λ · D · q) / q − 1) / λ, between 0 and D

    requests_per_second: λ, above 0; idle_seconds: τ; startup_seconds: D, as in
    warm_fraction; quantile_fraction: p, below 1 [fraction]. Returns [seconds].
    Source: the first request of a cycle waits D, and those behind it wait for its remaining part:
    P(W > t) = q · (1 + λ · (D − t)) / (1 + λ · D · q) for t below D.

    >>> cold_wait_quantile_seconds(requests_per_second=0.001, idle_seconds=0.0,
    ...     startup_seconds=60.0, quantile_fraction=0.99)
    60.0
    """
    quiet = greatest(exp(-requests_per_second * idle_seconds), TINY)
    cycle_requests = (1.0 + requests_per_second * startup_seconds * quiet) / quiet
    behind = ((1.0 - quantile_fraction) * cycle_requests - 1.0) / requests_per_second
    return least(greatest(startup_seconds - behind, 0.0), startup_seconds)
