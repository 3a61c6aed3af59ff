"""Lays rate cards over the prices of a release: contract prices with the list prices beside."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.overlays.card_names import EVERYWHERE, Instance, Names
from pricing.catalog.overlays.currencies import in_dollars
from pricing.catalog.overlays.periods import FOREVER, Period, common, without
from pricing.catalog.overlays.rate_cards import Rate
from pricing.errors import BadRow
from pricing.releases.checks import check_rows
from pricing.releases.manifest import Release
from pricing.releases.prices import OPTIONS
from pricing.releases.sheet import Sheet, sorted_by_key

LEAST_RATIO, MOST_RATIO = 0.25, 1.5
"""How far a contract may be from the list price before it looks like one of another unit. Most
instances have four devices or eight, and nobody signs for much more than the list price."""

SUSPECT = "SUSPECT"
"""The mark of prices that answers warn of, see price_flags."""

LEAST_USD, MOST_USD = Decimal("0.000001"), Decimal(1_000_000)


class Series(NamedTuple):
    """What has one price on a day."""

    provider: str
    region: str
    instance_type: str
    option: str


@dataclass(frozen=True)
class Piece:
    """A price of a rate card over some days, with the list price beside [USD per hour]."""

    rate: Rate
    instance: Instance
    period: Period
    usd: Decimal
    list_usd: float | None


@dataclass(frozen=True)
class Listed:
    """A list price, and its place in the table."""

    at: int
    period: Period
    usd: float


def with_rate_cards(release: Release, rates: Sequence[Rate]) -> Release:
    """A release in which the prices of rate cards hold on their days, and list prices on others.

    Raises BadRow for a row whose names mean nothing, or that two rows of a card contradict.
    """
    if not rates:
        return release
    catalog = Catalog(release)
    names, rates = Names(catalog), list(in_dollars(rates, catalog.exchange_rates))
    prices = release.sheets["prices"]
    listed = _listed(prices.frame)
    laid: dict[Series, list[Piece]] = defaultdict(list)
    single: set[tuple[str, str]] = set()
    for rate in sorted(rates, key=lambda rate: rate.breadth):
        for series, instance in _series(names, rate, listed, single):
            free = _free(rate, series, laid[series])
            everywhere = series._replace(region=EVERYWHERE)
            own = listed.get(series) or listed.get(everywhere, [])
            laid[series] += [
                piece for period in free for piece in _pieces(rate, instance, period, own)
            ]
    sheets = {**release.sheets, "prices": _relaid(prices, listed, laid)}
    if single:
        sheets["instances"] = _with_servers(sheets["instances"], single, names)
    check_rows(sheets["prices"])
    return replace(release, sheets=sheets, listed={})


def _listed(prices: pl.DataFrame) -> dict[Series, list[Listed]]:
    listed: dict[Series, list[Listed]] = defaultdict(list)
    columns = prices.select(*Series._fields, "effective_from", "effective_to", "usd_per_hour")
    for at, (*key, start, end, usd) in enumerate(columns.iter_rows()):
        listed[Series(*key)].append(Listed(at, (start, end or FOREVER), usd))
    return listed


def _series(
    names: Names, rate: Rate, listed: Mapping[Series, list[Listed]], single: set[tuple[str, str]]
) -> Iterable[tuple[Series, Instance]]:
    """What a row has a price of; single: to it the new instances are added that are one device."""
    provider = names.provider(rate)
    is_discount = rate.usd is None
    found = 0
    for region, instance in names.places(rate, provider, is_discount=is_discount):
        options = OPTIONS if rate.option is None else (rate.option,)
        for option in options:
            series = Series(provider, region, instance.instance_type, option)
            if not is_discount or series in listed:
                found += 1
                yield series, instance
        is_new = instance.instance_type == instance.device
        if is_new and rate.is_of_device and rate.device_count is None:
            single.add((provider, instance.instance_type))
    if not found:
        reason = f"no list price of {provider} that the discount applies to"
        raise BadRow(file=rate.file, row=rate.line, reason=reason)


def _free(rate: Rate, series: Series, laid: Sequence[Piece]) -> list[Period]:
    """The days of a row that no narrower row has a price on. Raises BadRow for one as narrow."""
    for piece in laid:
        other = piece.rate
        if (
            other is not rate
            and other.breadth == rate.breadth
            and common(piece.period, rate.period)
        ):
            where = (
                f"line {other.line}"
                if other.file == rate.file
                else f"{other.file}, line {other.line}"
            )
            raise BadRow(
                file=rate.file,
                row=rate.line,
                reason=f"a second price of {' '.join(series)} on the days of {where}: end one"
                " before the other begins",
            )
    return list(without(rate.period, [piece.period for piece in laid]))


def _pieces(
    rate: Rate, instance: Instance, period: Period, listed: Sequence[Listed]
) -> Iterable[Piece]:
    """The prices of a row over some days, anew with each list price."""
    covered = []
    for one in listed:
        days = common(period, one.period)
        if days is not None:
            covered.append(days)
            told = None if rate.list_usd is None else float(rate.list_usd)
            yield Piece(rate, instance, days, _usd(rate, instance, one.usd), told or one.usd)
    if rate.usd is not None:
        for days in without(period, covered):
            told = None if rate.list_usd is None else float(rate.list_usd)
            yield Piece(rate, instance, days, _usd(rate, instance, None), told)


def _usd(rate: Rate, instance: Instance, list_usd: float | None) -> Decimal:
    """What an instance-hour costs by a row."""
    if rate.usd is not None:
        usd = rate.usd * Decimal(repr(instance.device_count)) if rate.is_of_device else rate.usd
    else:
        usd = Decimal(repr(list_usd)) * (1 - (rate.discount_fraction or 0))
    if not LEAST_USD <= usd <= MOST_USD:
        reason = f"{usd} USD an instance-hour is not between {LEAST_USD} and {MOST_USD}"
        raise BadRow(file=rate.file, row=rate.line, reason=reason)
    return usd


def _relaid(
    prices: Sheet, listed: Mapping[Series, Sequence[Listed]], laid: Mapping[Series, Sequence[Piece]]
) -> Sheet:
    """The table with list prices cut where contracts hold, and the contracts."""
    cut = {one.at: series for series in laid for one in listed.get(series, ())}
    kept = [at for at in range(prices.frame.height) if at not in cut]
    rows: list[dict[str, Any]] = []
    origins: list[tuple[bool, int]] = []
    for at, series in cut.items():
        row = prices.frame.row(at, named=True)
        period = (row["effective_from"], row["effective_to"] or FOREVER)
        for start, end in without(period, [piece.period for piece in laid[series]]):
            rows.append({**row, **_days((start, end))})
            origins.append((_is_own(prices, at), prices.lines[at]))
    for series, pieces in laid.items():
        for piece in pieces:
            rows.append(_row(series, piece))
            origins.append((True, piece.rate.line))
    more = pl.DataFrame(rows, schema=prices.frame.schema)
    own = pl.Series([_is_own(prices, at) for at in kept] + [is_own for is_own, _ in origins])
    lines = pl.concat(
        [prices.lines.gather(kept), pl.Series([line for _, line in origins], dtype=pl.UInt32)]
    )
    frame = pl.concat([prices.frame[kept], more])
    file = next((piece.rate.file for pieces in laid.values() for piece in pieces), prices.file)
    return sorted_by_key(
        replace(
            prices, frame=frame, lines=lines, own=own, file=file, base=prices.base or prices.file
        )
    )


def _is_own(sheet: Sheet, at: int) -> bool:
    """Whether a row is the overlay's; a sheet without such rows is that of the base."""
    return sheet.own is not None and sheet.is_own(at)


def _days(period: Period) -> dict[str, date | None]:
    start, end = period
    return {"effective_from": start, "effective_to": None if end == FOREVER else end}


def _row(series: Series, piece: Piece) -> dict[str, Any]:
    instance, rate = piece.instance, piece.rate
    notes = [rate.notes]
    if piece.list_usd is not None:
        ratio = float(piece.usd) / piece.list_usd
        if not LEAST_RATIO < ratio < MOST_RATIO:
            notes.append(
                f"{SUSPECT}: it is {ratio:.3g} times the list price: is it of an instance or of a"
                " device?"
            )
    return {
        **series._asdict(),
        **_days(piece.period),
        "usd_per_hour": float(piece.usd),
        "device": instance.device,
        "device_count": instance.device_count,
        "accelerator": instance.accelerator,
        "vcpu_count": instance.vcpu_count,
        "memory_gibibytes": instance.memory_gibibytes,
        "date_quality": "announced",
        "source": f"{Path(rate.file).name}, line {rate.line}",
        "confidence": "unverified",
        "notes": "; ".join(filter(None, notes)) or None,
        "contract": rate.contract,
        "contract_discount_fraction": (
            None if rate.discount_fraction is None else float(rate.discount_fraction)
        ),
        "list_usd_per_hour": piece.list_usd,
    }


def _with_servers(instances: Sheet, single: Iterable[tuple[str, str]], names: Names) -> Sheet:
    """The rules of instances with those whose price is of one device of a server."""
    known = set(instances.frame.select("provider", "instance_type").iter_rows())
    rows = [
        {
            "provider": provider,
            "instance_type": device,
            "forms_cluster": False,
            "most_device_count": float(names.node_device_count(device)),
            "source": "rate card: its price is of a device, taken for one of a usual server",
            "confidence": "unverified",
        }
        for provider, device in sorted(single)
        if (provider, device) not in known
    ]
    frame = pl.concat([instances.frame, pl.DataFrame(rows, schema=instances.frame.schema)])
    own = [_is_own(instances, at) for at in range(instances.frame.height)] + [True] * len(rows)
    lines = pl.concat([instances.lines, pl.Series([0] * len(rows), dtype=pl.UInt32)])
    return sorted_by_key(replace(instances, frame=frame, lines=lines, own=pl.Series(own)))
