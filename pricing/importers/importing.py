"""Imports files into an overlay: read, name, compare, check, write."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.importers.api_readings import ApiReading, reconciled_apis
from pricing.importers.apis import genai_prices, litellm
from pricing.importers.benchmarks import (
    aiperf,
    guidellm,
    inferencex,
    llama_bench,
    llmperf,
    mlperf,
    sglang_bench,
    trtllm_bench,
    vllm_bench,
)
from pricing.importers.benchmarks.runs import RunReading
from pricing.importers.checkpoints.reading import models_of
from pricing.importers.measuring import measured, read_all
from pricing.importers.prices import (
    aws_offers,
    aws_spot,
    azure_retail,
    dated_prices,
    focus,
    gcp_skus,
    gpuhunt,
    opencost,
    skypilot,
)
from pricing.importers.rate_cards import FOCUS_CARD, with_charges
from pricing.importers.readings import Asked, Reading, Told
from pricing.importers.reconciling import reconciled
from pricing.importers.report import Report
from pricing.importers.writing import with_known_by, with_rows
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
    "trtllm-bench": trtllm_bench.read,
    "llmperf": llmperf.read,
}
"""Formats of benchmarks of serving, and what reads them."""

FOCUS, HF_CONFIG, DATED = "focus", "hf-config", "dated-prices"
FORMATS = (*PRICES, DATED, *APIS, FOCUS, *BENCHMARKS, HF_CONFIG)


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
    asked = Asked(Catalog(read_overlay(into, library.release)), observed or today, provider, told)
    if kind == FOCUS:
        report, contents = _billed(files, into, asked)
    else:
        report, contents = _read(kind, files, asked, observed), {}
    if report.rows or report.gone:
        own = with_rows(into, TABLES[report.table], report.rows, report.gone)
        contents = {f"{report.table}.csv": own}
    known = with_known_by(into, report.observed) if contents else None
    _put(into, contents if known is None else {**contents, OVERLAY: known}, library, is_dry=is_dry)
    return report


def _read(kind: str, files: Sequence[Path], asked: Asked, observed: date | None) -> Report:
    """What files change in a table; observed: their day, where the caller says it."""
    if kind in PRICES:
        return reconciled([PRICES[kind](path, asked) for path in files], asked, observed)
    if kind == DATED:
        return dated_prices.collected(files, asked)
    if kind in APIS:
        return reconciled_apis([APIS[kind](path, asked) for path in files], asked)
    if kind == HF_CONFIG:
        return models_of(files, asked)
    return measured(read_all(files, BENCHMARKS[kind], asked), asked)


def _billed(files: Sequence[Path], into: Path, asked: Asked) -> tuple[Report, dict[str, bytes]]:
    """What bills say, and the rate card with it where it is another."""
    bill = focus.read(files, asked)
    content, bill.counts = with_charges(into, bill.charges)
    path = into / FOCUS_CARD
    is_same = not bill.charges or (path.exists() and path.read_bytes() == content)
    return bill, {} if is_same else {FOCUS_CARD: content}


def _put(into: Path, contents: Mapping[str, bytes], library: Library, *, is_dry: bool) -> None:
    """Check the overlay as it would be, and write it. Raises CatalogError."""
    with TemporaryDirectory() as scratch:
        copy = Path(scratch) / into.resolve().name
        shutil.copytree(into, copy)
        for name, content in contents.items():
            (copy / name).write_bytes(content)
        library.read(copy)
    if not is_dry:
        for name, content in contents.items():
            _write(into / name, content)


def _write(path: Path, content: bytes) -> None:
    """Put a file in its place at once: a service may be reading it."""
    scratch = path.with_name(f".{path.name}.new")
    scratch.write_bytes(content)
    scratch.replace(path)
