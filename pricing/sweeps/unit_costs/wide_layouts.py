"""Rows whose replicas do not do, over groups and stages that nobody asks for: as a quote has it."""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.numerics.structs import Column, taken, whole
from pricing.sweeps.unit_costs.placements import Group, groups_of
from pricing.unit_costs.plan import (
    MORE_GAIN_RATIO,
    MORE_TIMES,
    PLAIN_GAIN_RATIO,
    Planned,
    asks_more,
    asks_wider,
    is_better,
    is_beyond,
    more_devices,
    plan,
)
from pricing.unit_costs.workload import Workload


class Widened(Struct, frozen=True, eq=False):
    """Some rows of a group over groups and stages.

    rows: their places in it; group: the same over groups and stages; planned: their plans; better:
    which of them are taken; is_open: which of them are asked as quotes, since other counts may do
    better, or leave no device idle.
    """

    rows: Column
    group: Group
    planned: Planned
    better: Column
    is_open: Column


def widened(part: Group, found: Planned, *, is_corrected: bool, is_open: bool) -> Iterator[Widened]:
    """The rows of a group that groups and stages are looked at for; found: their plans without."""
    node = found.plan.task.search.hardware.node
    asked = [one.workload for one in part.placements]
    has_latent = np.array([one.model.has_latent for one in asked])[part.own]
    is_counted = np.array([one.device_count is not None for one in asked])[part.own]
    asks = asks_wider(found, node, has_latent=has_latent)
    more = whole(asks_more(found, node, has_latent=has_latent), len(part))
    beyond = whole(is_beyond(found, node), len(part))
    counts = whole(found.plan.layout.device_count, len(part))
    ranks = np.array(whole(found.plan.rank, len(part)))
    keeps = np.array(whole(found.keeps_all, len(part)))
    rows = np.flatnonzero(whole(asks, len(part)) & ~np.isnan(counts))
    # A rate takes the fewest devices.
    is_short = more & ~is_counted & ~np.isnan(counts) & np.isnan(part.loads.arriving)
    looked_at = [(rows, counts, PLAIN_GAIN_RATIO)]
    for times in MORE_TIMES:
        devices = whole(more_devices(found, times), len(part))
        own = np.flatnonzero(is_short & ~np.isnan(devices))
        looked_at.append((own, devices, MORE_GAIN_RATIO))
    for own, devices, ratio in looked_at:
        for at, group in _wide_groups(part, asked, own, devices[own].astype(np.int64)):
            planned = plan(group.task(is_corrected=is_corrected, is_open=is_open))
            better = is_better(planned, keeps_all=keeps[at], rank=ranks[at], ratio=ratio)
            better = np.asarray(whole(better, len(group)))
            ranks[at[better]] = np.asarray(whole(planned.plan.rank, len(group)))[better]
            keeps[at[better]] = True
            has_idle = whole(planned.plan.layout.unplaced_count, len(group)) > 0.0
            has_choice = np.asarray((has_idle | beyond[at]) & ~is_counted[at])
            yield Widened(at, group, planned, better, has_choice)


def _wide_groups(
    part: Group, asked: Sequence[Workload], rows: Column, counts: Column
) -> Iterator[tuple[Column, Group]]:
    """Rows on so many devices over groups and stages, in groups, where there are any."""
    if not len(rows):
        return
    pairs, place = np.unique(np.stack((part.own[rows], counts)), axis=1, return_inverse=True)
    place = place.ravel()
    wides = [asked[own].widened(count) for own, count in pairs.T.tolist()]
    has_wide = np.array([one is not None for one in wides])
    workloads = [one for one in wides if one is not None]
    if not workloads:
        return
    is_wide = has_wide[place]
    rows, counts, own = rows[is_wide], counts[is_wide], (np.cumsum(has_wide) - 1)[place[is_wide]]
    loads = taken(part.loads, rows)
    for group in groups_of(workloads, own, counts, loads, is_spanned=bool(part.engines)):
        yield rows[group.rows], group


def with_best(found: Planned, wide: Widened, count: int) -> Planned:
    """Plans whose best latencies are those over groups and stages, where these are better."""
    latencies = {}
    for name in ("best_ttft_seconds", "best_tpot_seconds"):
        seconds = np.array(whole(getattr(found, name), count))
        own = whole(getattr(wide.planned, name), len(wide.rows))
        seconds[wide.rows] = np.fmin(seconds[wide.rows], own)
        latencies[name] = seconds
    return replace(found, **latencies)
