"""Expert parallelism: what the devices that share out experts read, compute and exchange."""

from pricing.numerics.number import Number, ceil, expm1, greatest, least, log

SMALLEST = 1e-300
"""Keeps a logarithm finite where one domain holds all."""


def expert_slots_ratio(*, experts: Number, devices: Number) -> Number:
    """Experts that the devices hold together, over those of a layer.

    r = ⌈E / n⌉ · n / E

    experts: E; devices: n [count]. Returns [ratio], at least 1: what is over holds copies of the
    experts that are chosen most.
    Source: DeepSeek-V3 (arXiv 2412.19437), section 3.4: 256 experts and 32 redundant ones.

    >>> expert_slots_ratio(experts=256.0, devices=144.0)
    1.125
    """
    return ceil(experts / devices) * devices / experts


def busiest_load_ratio(*, mean_load: Number, devices: Number, skew_fraction: Number) -> Number:
    """Tokens of the busiest device over the mean.

    r = 1 + s + √(2 · ln n / m)

    mean_load: m, tokens that choose the experts of a device, above 0 [tokens]; devices: n [count];
    skew_fraction: s, what stays of the unequal use of experts [fraction]. Returns [ratio], at most
    n. A pass waits for the busiest device.
    Source: Raab and Steger 1998, "Balls into Bins", for many tokens a device.

    >>> busiest_load_ratio(mean_load=100.0, devices=1.0, skew_fraction=0.0)
    1.0
    """
    chance = (2.0 * log(devices) / mean_load) ** 0.5
    return least(devices, 1.0 + (devices > 1.0) * skew_fraction + chance)


def busiest_coverage_fraction(
    *, coverage_fraction: Number, experts: Number, devices: Number
) -> Number:
    """Share of its experts that the busiest device reads.

    c_b = min(1, c + √(2 · c · (1 − c) · ln n / q))

    coverage_fraction: c, of all devices [fraction]; experts: q, on a device; devices: n [count].
    Returns [fraction].
    Source: the largest of n binomial counts, for many experts a device.

    >>> busiest_coverage_fraction(coverage_fraction=0.5, experts=8.0, devices=1.0)
    0.5
    """
    spread = 2.0 * coverage_fraction * (1.0 - coverage_fraction) * log(devices) / experts
    return least(1.0, coverage_fraction + greatest(0.0, spread) ** 0.5)


def copies_within(*, experts_per_token: Number, devices: Number, domain: Number) -> Number:
    """Copies of a token that go over the fast links of its domain.

    k_w = k · (d − 1) / d

    experts_per_token: k; devices: n, that share out the experts; domain: d of them, that fast links
    join [count]. Returns [count]. Copies from elsewhere are handed on within the domain.
    Source: DeepEP (github.com/deepseek-ai/DeepEP), kernels with NVLink and RDMA forwarding.

    >>> copies_within(experts_per_token=8.0, devices=8.0, domain=8.0)
    7.0
    """
    return experts_per_token * (least(domain, devices) - 1.0) / least(domain, devices)


def copies_beyond(*, experts_per_token: Number, devices: Number, domain: Number) -> Number:
    """Copies of a token that leave its domain, one for each other domain that it chooses.

    k_b = (N − 1) · (1 − (1 − 1/N)^k), N = n / d

    The arguments are as in copies_within. Returns [count], 0 where one domain holds all.
    Source: DeepEP (github.com/deepseek-ai/DeepEP), kernels with NVLink and RDMA forwarding.

    >>> copies_beyond(experts_per_token=1.0, devices=16.0, domain=8.0)
    0.5
    """
    domains = greatest(1.0, devices / domain)
    missed_log = log(1.0 - 1.0 / domains + SMALLEST)
    return (1.0 - domains) * expm1(experts_per_token * missed_log)


def exchange_seconds(
    *,
    layers: Number,
    tokens: Number,
    copies_within: Number,
    copies_beyond: Number,
    within_seconds: Number,
    beyond_seconds: Number,
    latency_seconds: Number,
) -> Number:
    """Time of the all-to-all of a pass: tokens go to their experts and come back.

    t = L · (T · max(k_w · x_w, k_b · x_b) + 2 · a)

    layers: L; tokens: T, of a device; copies_within, copies_beyond: k_w, k_b, of a token over the
    links of a domain and beyond it [count]; within_seconds, beyond_seconds: x_w, x_b, of a copy
    there and back [seconds]; latency_seconds: a, start-up of one way [seconds]. Returns [seconds].
    Source: DeepEP (github.com/deepseek-ai/DeepEP): dispatch and combine; both kinds of link work at
    a time.

    >>> exchange_seconds(layers=1.0, tokens=10.0, copies_within=2.0, copies_beyond=0.0,
    ...     within_seconds=1.0, beyond_seconds=1.0, latency_seconds=0.5)
    21.0
    """
    slowest = greatest(copies_within * within_seconds, copies_beyond * beyond_seconds)
    return layers * (tokens * slowest + 2.0 * latency_seconds)
