"""The price list of Amazon EC2: offer files as JSON or CSV, and answers of GetProducts.

Linux on shared hosts counts, without licences. Reserved prices are those of standard instances:
without upfront, else with what is paid upfront spread over the hours of the term.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import polars as pl
from msgspec import Raw

from pricing.importers.families import COUNTS, FAMILIES, family_word
from pricing.importers.prices import aws_savings_plans
from pricing.importers.prices.aws_price_list import (
    AWS,
    UPFRONT,
    Answer,
    Attributes,
    Dimension,
    Listed,
    OfferFile,
    Product,
    Term,
)
from pricing.importers.readings import (
    USD,
    Asked,
    Offer,
    Reading,
    check_columns,
    day_of,
    decoded,
    decoded_part,
    number_of,
    refused,
    short_name,
    whole_of,
)
from pricing.units import HOURS_PER_YEAR

TERMS = {"1yr": 1, "3yr": 3}

PLANS, MARK_BYTES = b'"savingsPlan"', 100
"""What the terms of a file of savings plans begin with."""

INDEXES = {"versions", "offers", "regions"}
CSV_HEAD = 5
"""Lines of a CSV before its header."""

NEEDED = (
    *("SKU", "OfferTermCode", "RateCode", "TermType", "EffectiveDate", "Unit", "PricePerUnit"),
    *("Currency", "LeaseContractLength", "PurchaseOption", "OfferingClass", "Instance Type"),
)
"""Columns of a CSV without which no price can be told."""

USUAL = {
    "operating_system": "Linux",
    "tenancy": "Shared",
    "capacitystatus": "Used",
    "pre_installed": "NA",
    "license_model": "No License required",
    "marketoption": "OnDemand",
}
"""What a plain price is of: Linux on a shared host that is used."""

COLUMNS = {
    "operating_system": "Operating System",
    "tenancy": "Tenancy",
    "capacitystatus": "CapacityStatus",
    "pre_installed": "Pre Installed S/W",
    "license_model": "License Model",
    "instance_type": "Instance Type",
    "region_code": "Region Code",
    "gpu": "GPU",
    "vcpu": "vCPU",
    "memory": "Memory",
    "marketoption": "MarketOption",
}
"""Attributes, and the columns that they are in a CSV."""


def read(path: Path, asked: Asked) -> Reading:
    """The offers of a price list. Raises CatalogError for a file that is none."""
    source = f"AWS price list ({short_name(path)})"
    reading = Reading(feed="AWS price list", source=source, ends=False)
    if path.suffix.lower() == ".csv":
        _csv(path, reading)
        _close(reading)
        return reading
    head = decoded(path, dict[str, Raw])
    if "searchResults" in head or PLANS in bytes(memoryview(head.get("terms", b""))[:MARK_BYTES]):
        return aws_savings_plans.read(path, asked, is_answer="searchResults" in head)
    if "PriceList" in head:
        listed = _listed(path)
    elif "products" in head and "terms" in head:
        listed = _offered(path, reading)
    else:
        index = ": it is an index: give a file that it names" if INDEXES & set(head) else ""
        told = index or ": neither products and terms, nor PriceList"
        raise refused(path, f"no price list of AWS{told}")
    for number, (product, terms) in enumerate(listed, start=1):
        reading.row_count += 1
        _take(number, product.attributes, terms, reading)
    if "PriceList" not in head:  # an answer has what was asked for, a file all of a region
        _close(reading)
    return reading


def _close(reading: Reading) -> None:
    """Where a file is of one region: a price of the region that it lacks has ended."""
    regions = {offer.region for offer in reading.offers}
    if len(regions) == 1:
        reading.feed = f"AWS price list of {regions.pop()}"
        reading.source = reading.source.replace("AWS price list", reading.feed)
        reading.ends = True


def _listed(path: Path) -> Iterator[tuple[Product, Mapping[str, Iterable[Term]]]]:
    """Products of an answer of GetProducts, with their terms."""
    for text in decoded(path, Answer).price_list:
        one = decoded_part(path, text, Listed)
        yield one.product, {kind: terms.values() for kind, terms in one.terms.items()}


def _offered(
    path: Path, reading: Reading
) -> Iterator[tuple[Product, Mapping[str, Iterable[Term]]]]:
    """Products of an offer file, with the terms of those that have accelerators."""
    file = decoded(path, OfferFile)
    reading.observed = day_of(file.publication_date)
    for sku, product in file.products.items():
        terms: dict[str, Iterable[Term]] = {}
        if _has_accelerators(product.attributes):
            for kind, known in (
                ("OnDemand", file.terms.on_demand),
                ("Reserved", file.terms.reserved),
            ):
                if sku in known:
                    terms[kind] = decoded_part(path, known[sku], dict[str, Term]).values()
        yield product, terms


def _csv(path: Path, reading: Reading) -> None:
    """Read a CSV, a term and rate a row."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            head = [file.readline() for _ in range(CSV_HEAD)]
        lazy = pl.scan_csv(path, skip_rows=CSV_HEAD, infer_schema=False)
        header = lazy.collect_schema().names()
        check_columns(path, header, NEEDED, what="price list of AWS", line=None)
        frame = lazy.filter(pl.col("Instance Type").fill_null("") != "").collect(engine="streaming")
    except (pl.exceptions.PolarsError, OSError, UnicodeDecodeError) as error:
        raise refused(path, f"not readable as CSV: {error}") from error
    told = next((line for line in head if line.startswith('"Publication Date"')), "")
    reading.observed = day_of(told.partition(",")[2].strip().strip('"'))
    for number, (_, rows) in enumerate(frame.group_by("SKU", maintain_order=True), start=1):
        reading.row_count += 1
        first = rows.row(0, named=True)
        cells = {name: first.get(column) for name, column in COLUMNS.items()}
        attributes = Attributes(**{name: cell for name, cell in cells.items() if cell})
        _take(number, attributes, _terms_of(rows), reading)


def _terms_of(rows: pl.DataFrame) -> Mapping[str, Iterable[Term]]:
    """The terms of a SKU in a CSV."""
    terms: dict[str, dict[str, Term]] = {}
    for row in rows.iter_rows(named=True):
        term = terms.setdefault(row["TermType"], {}).setdefault(
            row["OfferTermCode"],
            Term(
                effective_date=row["EffectiveDate"] or "",
                price_dimensions={},
                term_attributes={
                    "LeaseContractLength": row["LeaseContractLength"] or "",
                    "OfferingClass": row["OfferingClass"] or "",
                    "PurchaseOption": row["PurchaseOption"] or "",
                },
            ),
        )
        price = {row["Currency"]: row["PricePerUnit"]}
        term.price_dimensions[row["RateCode"]] = Dimension(row["Unit"], price)
    return {kind: known.values() for kind, known in terms.items()}


def _has_accelerators(attributes: Attributes) -> bool:
    name = attributes.instance_type
    return bool(number_of(attributes.gpu)) or (
        (AWS, name) in COUNTS or (AWS, family_word(name)) in FAMILIES
    )


def _take(
    line: int, attributes: Attributes, terms: Mapping[str, Iterable[Term]], reading: Reading
) -> None:
    """Take the offers of a product up, or the reason why it has none."""
    if not _has_accelerators(attributes):
        return
    reading.lines.add(line)
    told = {name: getattr(attributes, name) for name in USUAL}
    other = next((name for name, usual in USUAL.items() if told[name] != usual), None)
    if other is not None:
        reading.leave_out(line, f"{other} is {told[other]}")
        return
    if not attributes.region_code:
        reading.leave_out(line, "it has no regionCode")
        return
    for term in terms.get("OnDemand", ()):
        _add(line, attributes, "on_demand", _hourly(term, 0), term, None, reading)
    _reserved(line, attributes, tuple(terms.get("Reserved", ())), reading)


def _reserved(line: int, attributes: Attributes, terms: Iterable[Term], reading: Reading) -> None:
    """The price of each term of a standard reserved instance."""
    sold: dict[tuple[int, str], Term] = {}
    for term in terms:
        told = term.term_attributes
        years = TERMS.get(told.get("LeaseContractLength", "").replace(" ", ""))
        if told.get("OfferingClass") == "standard" and years:
            sold[years, told.get("PurchaseOption", "")] = term
        else:
            reading.left_out_prices.append("a reserved price that is not standard for 1 or 3 years")
    for years in TERMS.values():
        paid = [way for way in UPFRONT if (years, way) in sold]
        if paid:
            term = sold[years, paid[0]]
            notes = None if paid[0] == UPFRONT[0] else f"{paid[0]}, spread over the term"
            _add(line, attributes, f"reserved_{years}y", _hourly(term, years), term, notes, reading)


def _hourly(term: Term, years: int) -> tuple[float, str] | None:
    """What an hour of a term costs, with what is paid upfront spread over it, and the currency.

    In dollars where the file has them. Regions of China have another currency alone.
    """
    told = [rate.price_per_unit for rate in term.price_dimensions.values()]
    shared = set.intersection(*(set(one) for one in told)) if told else set()
    currency = USD if USD in shared else min(shared, default=None)
    if currency is None:
        return None
    total = 0.0
    for rate in term.price_dimensions.values():
        amount = number_of(rate.price_per_unit[currency])
        if amount is None:
            return None
        hourly = amount / (years * HOURS_PER_YEAR) if years else 0.0
        total += amount if rate.unit == "Hrs" else hourly
    return (total, currency) if total else None


def _add(
    line: int,
    attributes: Attributes,
    option: str,
    price: tuple[float, str] | None,
    term: Term,
    notes: str | None,
    reading: Reading,
) -> None:
    if price is None:
        reading.left_out_prices.append(f"an {option} price without an amount")
        return
    amount, currency = price
    instance_type = attributes.instance_type
    reading.offers.append(
        Offer(
            line=line,
            provider=AWS,
            region=attributes.region_code,
            instance_type=instance_type,
            option=option,
            usd_per_hour=round(amount, 6),
            currency=currency,
            accelerator="",
            count=COUNTS.get((AWS, instance_type)) or number_of(attributes.gpu) or 0.0,
            vcpu_count=whole_of(attributes.vcpu),
            host_gibibytes=number_of(attributes.memory.replace(",", "").split(" ")[0]),
            since=day_of(term.effective_date),
            notes=notes,
        )
    )
