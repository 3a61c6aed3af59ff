"""Imports files into an overlay: read, name, compare, check, write."""

import shutil
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct, field

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.importers.api_readings import ApiReading, reconciled_apis, undoubted
from pricing.importers.apis import genai_prices, litellm
from pricing.importers.benchmarks import (
    aiperf,
    guidellm,
    inferencex,
    llama_bench,
    mlperf,
    sglang_bench,
    vllm_bench,
)
from pricing.importers.benchmarks.runs import RunReading
from pricing.importers.cards import FOCUS_CARD, with_charges
from pricing.importers.checkpoints.reading import Models, models_of
from pricing.importers.currencies import convert
from pricing.importers.devices import Devices
from pricing.importers.measuring import Measured, measured, read_all
from pricing.importers.price_rows import Row
from pricing.importers.prices import (
    aws_offers,
    aws_spot,
    azure_retail,
    dated,
    focus,
    gcp_skus,
    gpuhunt,
    opencost,
    skypilot,
)
from pricing.importers.prices.dated import reconciled_dated
from pricing.importers.readings import Asked, Reading, Told
from pricing.importers.reconciling import joined, leaps_in_words, reconciled
from pricing.importers.writing import with_known_by, with_rows
from pricing.releases.manifest import Release
from pricing.releases.overlay import OVERLAY, read_overlay
from pricing.releases.schema import TABLES

PRICES: Mapping[str, Callable[[Path, Asked], Reading]] = {
    "skypilot": skypilot.read,
    "gpuhunt": gpuhunt.read,
    "aws-offers": aws_offers.read,
    "aws-spot": aws_spot.read,
    "azure-retail": azure_retail.read,
    "gcp-skus": gcp_skus.read,
    "opencost": opencost.read,
}
"""Formats of prices, and what reads them."""

APIS: Mapping[str, Callable[[Path, Asked], ApiReading]] = {
    "litellm": litellm.read,
    "genai-prices": genai_prices.read,
}
"""Formats of prices per token, and what reads them."""

BENCHMARKS: Mapping[str, Callable[[Path, Asked], RunReading]] = {
    "vllm-bench": vllm_bench.read,
    "sglang-bench": sglang_bench.read,
    "guidellm": guidellm.read,
    "aiperf": aiperf.read,
    "llama-bench": llama_bench.read,
    "mlperf": mlperf.read,
    "inferencex": inferencex.read,
}
"""Formats of benchmarks of serving, and what reads them."""

FOCUS, HF_CONFIG, DATED = "focus", "hf-config", "dated-prices"
FORMATS = (*PRICES, DATED, *APIS, FOCUS, *BENCHMARKS, HF_CONFIG)


class Report(Struct):
    """What an import did, in counts.

    row_count: rows of the files; line_count: those of accelerators, or what else they are of; kind:
    of the rows that counts are of; counts: of those that are new, changed, ended, unchanged;
    left_out: reasons with counts of lines; left_out_prices: of prices whose line has another.
    """

    observed: date
    of: str = "accelerators"
    kind: str = "prices"
    row_count: int = 0
    line_count: int = 0
    mapped: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    left_out_prices: Counter[str] = field(default_factory=Counter)
    remarks: list[str] = field(default_factory=list)


NOTHING_TOLD = Told()
"""Of files that say everything themselves."""


def import_files(
    kind: str,
    files: Sequence[Path],
    into: Path,
    library: Library,
    *,
    today: date,
    provider: str | None = None,
    told: Told = NOTHING_TOLD,
    observed: date | None = None,
    is_dry: bool = False,
) -> Report:
    """Bring what files say into an overlay, with the source and the day in each row.

    today: the day of files that do not say theirs; is_dry: write nothing. The overlay is checked as
    a whole before anything is written. Raises CatalogError for a file that is not of the format,
    InvalidQuery for an unknown format.
    """
    if kind not in FORMATS:
        raise InvalidQuery(f"no format is called {kind!r}", field="FORMAT", nearest=FORMATS)
    release = read_overlay(into, library.release)
    asked = Asked(Catalog(release), observed or today, provider, told)
    if kind not in PRICES:
        other, written = _others(kind, files, into, asked, release)
        _put(into, written, library, is_dry=is_dry)
        return other
    readings = joined([PRICES[kind](path, asked) for path in files])
    day = observed or max((one.observed for one in readings if one.observed), default=today)
    report = Report(observed=day)
    rows: dict[str, Row] = {}
    gone: list[str] = []
    for reading in readings:
        known_on = observed or reading.observed or day
        convert(reading, asked.catalog, known_on)
        outcome = reconciled(
            reading,
            release.sheets["prices"],
            Devices(asked.catalog),
            known_on,
        )
        rows |= outcome.rows
        gone += outcome.gone
        report.row_count += reading.row_count
        report.line_count += len(reading.lines)
        report.mapped += outcome.mapped
        report.counts += outcome.counts
        report.left_out += outcome.left_out
        report.left_out_prices += Counter(reading.left_out_prices)
        report.remarks += [*reading.remarks, *leaps_in_words(outcome.leaps)]
    _put(into, _with(into, "prices", rows, gone, day), library, is_dry=is_dry)
    return report


def _others(
    kind: str, files: Sequence[Path], into: Path, asked: Asked, release: Release
) -> tuple[Report, dict[str, bytes]]:
    """What files say that are not of prices of instances, and the files of the overlay with it."""
    if kind == FOCUS:
        return _billed(files, into, asked)
    if kind == DATED:
        return _collected(files, into, asked, release)
    if kind in APIS:
        return _sold([APIS[kind](path, asked) for path in files], into, asked, release)
    if kind == HF_CONFIG:
        return _modelled(files, into, asked, release)
    return _measured(read_all(files, BENCHMARKS[kind], asked), into, asked, release)


def _measured(
    readings: Mapping[Path, RunReading], into: Path, asked: Asked, release: Release
) -> tuple[Report, dict[str, bytes]]:
    """What benchmarks say, and the table of measurements with it."""
    found = measured(readings, asked, release.sheets["measurements"])
    report = _report(found, "measurements", "benchmarks", found.observed or asked.day)
    return report, _with(into, "measurements", found.rows, (), report.observed)


def _modelled(
    files: Sequence[Path], into: Path, asked: Asked, release: Release
) -> tuple[Report, dict[str, bytes]]:
    """What configurations of checkpoints say, and the table of models with it."""
    found = models_of(files, asked, release.sheets["models"])
    report = _report(found, "models", "checkpoints", asked.day)
    return report, _with(into, "models", found.rows, (), asked.day)


def _report(found: Measured | Models, kind: str, of: str, day: date) -> Report:
    """What an import of rows that do not end did."""
    return Report(
        observed=day,
        of=of,
        kind=kind,
        row_count=found.row_count,
        line_count=found.row_count,
        mapped=found.mapped,
        counts=found.counts,
        left_out=found.left_out,
        remarks=found.remarks,
    )


def _with(
    into: Path, table: str, rows: Mapping[str, Row], gone: Sequence[str], day: date
) -> dict[str, bytes]:
    """The file of a table with rows changed, and the settings of an overlay that knows the day."""
    if not rows and not gone:
        return {}
    known = with_known_by(into, day)
    contents = {f"{table}.csv": with_rows(into, TABLES[table], rows, gone)}
    return contents if known is None else {**contents, OVERLAY: known}


def _sold(
    readings: Sequence[ApiReading], into: Path, asked: Asked, release: Release
) -> tuple[Report, dict[str, bytes]]:
    """What lists of prices per token say, and the table with it."""
    report = Report(observed=asked.day, of="models")
    joined = ApiReading(readings[0].feed, readings[0].source)
    for reading in readings:
        joined.offers += reading.offers
        report.row_count += reading.row_count
        report.left_out += reading.left_out
    undoubted(joined)
    report.left_out += joined.left_out
    report.line_count, report.mapped = report.row_count, len(joined.offers)
    rows, gone, report.counts = reconciled_apis(joined, release.sheets["api_prices"], asked.day)
    return report, _with(into, "api_prices", rows, gone, asked.day)


def _collected(
    files: Sequence[Path], into: Path, asked: Asked, release: Release
) -> tuple[Report, dict[str, bytes]]:
    """What collected prices say, and the table of prices with them."""
    found = dated.read(files, asked)
    outcome = reconciled_dated(found.prices, release.sheets["prices"])
    report = Report(
        observed=max((price.start for price in found.prices), default=asked.day),
        row_count=found.row_count,
        line_count=found.row_count,
        mapped=outcome.mapped,
        counts=outcome.counts,
        left_out=found.left_out,
    )
    return report, _with(into, "prices", outcome.rows, (), report.observed)


def _billed(files: Sequence[Path], into: Path, asked: Asked) -> tuple[Report, dict[str, bytes]]:
    """What bills say, and the rate card with it."""
    bill = focus.read(files, asked)
    content, counts = with_charges(into, bill.charges)
    report = Report(
        observed=max((charge.start for charge in bill.charges), default=asked.day),
        row_count=bill.row_count,
        line_count=bill.line_count,
        mapped=bill.mapped,
        counts=counts,
        left_out=bill.left_out,
        remarks=bill.remarks,
    )
    path = into / FOCUS_CARD
    is_other = bool(bill.charges) and not (path.exists() and path.read_bytes() == content)
    contents = {FOCUS_CARD: content} if is_other else {}
    known = with_known_by(into, report.observed) if contents else None
    return report, contents if known is None else {**contents, OVERLAY: known}


def _put(into: Path, contents: Mapping[str, bytes], library: Library, *, is_dry: bool) -> None:
    """Check the overlay as it would be, and write it. Raises CatalogError."""
    _checked(into, contents, library)
    if not is_dry:
        for name, content in contents.items():
            _write(into / name, content)


def _checked(into: Path, contents: Mapping[str, bytes], library: Library) -> None:
    """Check the overlay as it would be. Raises CatalogError."""
    with TemporaryDirectory() as scratch:
        copy = Path(scratch) / into.resolve().name
        shutil.copytree(into, copy)
        for name, content in contents.items():
            (copy / name).write_bytes(content)
        library.read(copy)


def _write(path: Path, content: bytes) -> None:
    """Put a file in its place at once: a service may be reading it."""
    scratch = path.with_name(f".{path.name}.new")
    scratch.write_bytes(content)
    scratch.replace(path)
