"""Rows of bills in the form of FOCUS, summed up where they are alike."""

from pathlib import Path

import polars as pl

from pricing.importers.readings import check_columns, refused

NEEDED = (
    *("ProviderName", "ChargeCategory", "ChargePeriodStart", "EffectiveCost", "BillingCurrency"),
    *("PricingQuantity", "PricingUnit", "ListUnitPrice", "ContractedUnitPrice"),
)
GROUPED = (
    *("ProviderName", "ServiceName", "RegionId", "ChargeCategory", "ChargeClass"),
    *("ChargeDescription", "SkuId", "SkuPriceDetails", "PricingCategory", "PricingUnit"),
    *("BillingCurrency", "BillingPeriodStart", "BillingPeriodEnd", "ContractedUnitPrice"),
    "ListUnitPrice",
    *("CommitmentDiscountId", "CommitmentDiscountName", "CommitmentDiscountType"),
    *("CommitmentDiscountStatus", "x_UsageType", "x_InstanceType", "x_SkuDescription"),
    "x_SkuMeterName",
)
"""Columns by whose values rows are summed up; what a version or a provider lacks is empty."""

SUMMED = ("EffectiveCost", "PricingQuantity")
NUMBERS = (*SUMMED, "ListUnitPrice", "ContractedUnitPrice")

EMPTY = ("NULL", "null", "\\N")
"""How databases that exports pass through write an empty cell."""


def groups_of(path: Path) -> pl.DataFrame:
    """The sums of rows that are alike, however many a bill has. Raises CatalogError."""
    try:
        is_parquet = path.suffix.lower() == ".parquet"
        lazy = pl.scan_parquet(path) if is_parquet else pl.scan_csv(path, infer_schema=False)
        header = lazy.collect_schema().names()
        check_columns(path, header, NEEDED, what="bill of FOCUS")
        texts = [
            (pl.col(name) if name in header else pl.lit(None, pl.String))
            .cast(pl.String)
            .replace(list(EMPTY), "")
            .fill_null("")
            .alias(name)
            for name in GROUPED
        ]
        numbers = [pl.col(name).cast(pl.Float64, strict=False).fill_null(0.0) for name in SUMMED]
        odd = [_is_odd(name) for name in NUMBERS]
        start = pl.col("ChargePeriodStart").cast(pl.String).alias("start")
        grouped = (
            lazy.with_row_index("line", offset=2)
            .select("line", *texts, *numbers, start, is_odd=pl.any_horizontal(odd))
            .group_by(GROUPED)
            .agg(
                pl.len().alias("rows"),
                pl.col(SUMMED).sum(),
                pl.col("start").min(),
                pl.col("line").filter("is_odd").min().alias("odd_line"),
            )
        )
        found = grouped.collect(engine="streaming").sort("start", *GROUPED)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise refused(path, f"not readable: {error}") from error
    line = found["odd_line"].min()
    if isinstance(line, int):
        raise refused(path, f"one of {', '.join(NUMBERS)} is no number", line=line)
    return found.drop("odd_line")


def _is_odd(name: str) -> pl.Expr:
    """Whether a cell has something that is no number."""
    text = pl.col(name).cast(pl.String)
    is_empty = text.is_null() | text.str.strip_chars().is_in(["", *EMPTY])
    return ~is_empty & text.cast(pl.Float64, strict=False).is_null()
