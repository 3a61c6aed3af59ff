"""The rules between cells, rows and tables: what is checked before a release is used."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

import polars as pl

from pricing.errors import BadRow, CatalogError
from pricing.releases.columns import PRECISIONS, Column
from pricing.releases.models import SPARSE_NEEDS
from pricing.releases.schema import ALIASES, NEEDED, TABLES, UNITS
from pricing.releases.sheet import Sheet

SPOT_NOTE = "above on-demand"
"""What the notes of a spot row must say when it is dearer than on-demand."""

_KNOWN_UNIT = (~pl.col("unit").is_in(list(UNITS)), "unknown unit {unit!r}")
_ACCELERATED = pl.col("accelerated_precisions").str.split(" ")

_ENDS_FIRST = (
    pl.col("effective_to") <= pl.col("effective_from"),
    "the period ends on {effective_to}, before it has begun on {effective_from}",
)


def _lacks(kind: pl.Expr, *names: str) -> pl.Expr:
    """Whether a row of a kind has one of some columns empty."""
    return kind & pl.any_horizontal(pl.col(*names).is_null())


def _is(column: str, value: str) -> pl.Expr:
    return pl.col(column) == value


ROW_RULES: Mapping[str, Sequence[tuple[pl.Expr, str]]] = {
    "devices": (
        (pl.col("idle_watts") >= pl.col("tdp_watts"), "idle_watts is not below tdp_watts"),
        (
            _ACCELERATED.list.set_difference(pl.lit(PRECISIONS)).list.len() > 0,
            "accelerated_precisions {accelerated_precisions!r}: each must be one of "
            + ", ".join(PRECISIONS),
        ),
        *(
            (
                _lacks(_ACCELERATED.list.contains(name), f"{name}_teraflops"),
                f"{name} is accelerated, and {name}_teraflops is empty",
            )
            for name in PRECISIONS
        ),
        (_lacks(_is("family", "cpu"), "fp32_teraflops"), "a processor needs fp32_teraflops"),
    ),
    "models": (
        (pl.col("active_parameters") > pl.col("parameters"), "active_parameters above parameters"),
        (
            pl.col("window_kv_heads").is_null() != pl.col("window_kv_values").is_null(),
            "window_kv_heads and window_kv_values need each other",
        ),
        *(
            (_lacks(pl.col(one).is_not_null(), other), f"{one} needs {other}")
            for one, other in SPARSE_NEEDS
        ),
        (
            pl.sum_horizontal("sparse_layers", "compressed_layers") > pl.col("layers"),
            "sparse_layers and compressed_layers above layers",
        ),
        (
            _lacks(_is("attention", "mla"), "kv_latent_dim", "kv_rope_dim"),
            "attention mla needs kv_latent_dim and kv_rope_dim",
        ),
        (
            (pl.col("attention") != "mla")
            & (pl.col("kv_heads").is_null() | (pl.col("heads") % pl.col("kv_heads") != 0)),
            "attention {attention} needs kv_heads that divide heads",
        ),
        (
            (pl.col("experts") > 1)
            & (
                pl.col("experts_per_token").is_null()
                | (pl.col("experts_per_token") > pl.col("experts"))
                | pl.col("routed_expert_parameters").is_null()
                | (pl.col("routed_expert_parameters") >= pl.col("parameters"))
            ),
            "experts need experts_per_token within them, and routed_expert_parameters",
        ),
        (pl.col("full_attention_layers") > pl.col("layers"), "full_attention_layers above layers"),
    ),
    "image_encoders": (
        (
            _lacks(_is("rule", "native"), "least_pixels", "most_pixels"),
            "rule native needs least_pixels and most_pixels",
        ),
        (_lacks(_is("rule", "filled"), "most_pixels"), "rule filled needs most_pixels"),
        (_lacks(_is("rule", "bounded"), "most_side_pixels"), "rule bounded needs most_side_pixels"),
        (
            _lacks(pl.col("rule").str.starts_with("tiles_"), "tile_pixels", "tile_count"),
            "rule {rule} needs tile_pixels and tile_count",
        ),
        (
            _lacks(pl.col("full_attention_layers") < pl.col("layers"), "window_patches"),
            "layers without full attention need window_patches",
        ),
        (pl.col("full_attention_layers") > pl.col("layers"), "full_attention_layers above layers"),
    ),
    "media_measurements": (
        (
            _lacks(_is("work", "transcription"), "audio_seconds_per_second"),
            "a transcription needs audio_seconds_per_second",
        ),
        (
            _lacks(
                _is("work", "image_generation"),
                *("images_per_second", "steps", "image_width_pixels", "image_height_pixels"),
            ),
            "image_generation needs images_per_second, steps, and the size of an image",
        ),
    ),
    "prices": (_ENDS_FIRST,),
    "api_prices": (
        _ENDS_FIRST,
        (
            pl.col("usd_per_million_input_tokens") + pl.col("usd_per_million_output_tokens") <= 0,
            "these prices make the API free",
        ),
    ),
    "assumptions": (
        _KNOWN_UNIT,
        (
            (pl.col("value") < pl.col("low")) | (pl.col("value") > pl.col("high")),
            "value {value:g} is not between low and high",
        ),
    ),
    "measurements": (
        (
            pl.col("speculation").is_null()
            & (pl.col("draft_tokens").is_not_null() | pl.col("acceptance_length").is_not_null()),
            "draft_tokens and acceptance_length go with speculation",
        ),
        (
            (pl.col("speculation").fill_null("") == "draft_model")
            != pl.col("draft_model").is_not_null(),
            "draft_model names the model of the speculation draft_model",
        ),
        (
            pl.col("acceptance_length") > pl.col("draft_tokens") + 1,
            "a step of {draft_tokens} drafts generates no {acceptance_length:g} tokens",
        ),
    ),
    "power": (_KNOWN_UNIT,),
}
"""What no row of a table may be, with the reason."""

Removed = Mapping[tuple[str, str], tuple[str, int]]
"""File and line that remove a row, by its table and key."""


def check_rows(sheet: Sheet) -> None:
    """The rules between the cells of a row, and between the rows of a table. Raises BadRow."""
    rules = ROW_RULES.get(sheet.table.name, ())
    first = sheet.frame.select(
        wrong.fill_null(value=False).arg_true().first().alias(str(number))
        for number, (wrong, _) in enumerate(rules)
    )
    for (_, reason), row in zip(rules, first.row(0) if rules else (), strict=True):
        if row is not None:
            sheet.refuse(row, reason.format(**sheet.frame.row(row, named=True)))
    if "effective_to" in sheet.table.header:
        _check_overlaps(sheet)
    if sheet.table.name == "prices":
        _check_spot(sheet)


def check_whole(sheets: Mapping[str, Sheet], *, of: Path, removed: Removed | None = None) -> None:
    """The rules that span tables.

    of: the file or directory of the release; removed: rows that an overlay takes away. Raises
    CatalogError for a table without which no question has an answer, BadRow for the first row that
    names one of another table which is not there.
    """
    lacking = [name for name in NEEDED if name not in sheets or not sheets[name].frame.height]
    if lacking:
        raise CatalogError(f"{of}: a release has rows of {', '.join(lacking)}")
    for sheet in sheets.values():
        for column in sheet.table.columns:
            if column.references:
                _check_reference(sheets, sheet, column, removed or {})


def _check_reference(
    sheets: Mapping[str, Sheet], sheet: Sheet, column: Column, removed: Removed
) -> None:
    target = str(column.references)
    known = sheets[target].frame[TABLES[target].key[0]]
    values = sheet.frame[column.name]
    position = (~values.is_in(known.implode()) & values.is_not_null()).arg_true()
    if not len(position):
        return
    row, value = int(position[0]), values[int(position[0])]
    if (target, value) in removed and (sheet.own is None or not sheet.is_own(row)):
        file, line = removed[target, value]
        reason = f"{target} {value!r} is still named by {sheet.table.name} {sheet.keys[row]}"
        raise BadRow(file=file, row=line, reason=reason)
    sheet.refuse(
        row, f"{column.name} {value!r} is not in {target}", nearest=_nearest(value, sheets, target)
    )


def _nearest(value: str, sheets: Mapping[str, Sheet], target: str) -> list[str]:
    """The keys that are most like a name, or that have an alias that is."""
    key = TABLES[target].key[0]
    names = {name.lower(): name for name in sheets[target].frame[key]}
    if target in ALIASES:
        aliases = sheets[ALIASES[target]].frame.select("alias", key).rows()
        names = {alias.lower(): name for alias, name in aliases} | names
    close = get_close_matches(value.lower(), names, n=5)
    return list(dict.fromkeys(names[one] for one in close))


def _check_overlaps(sheet: Sheet) -> None:
    """No two periods of one key share a day."""
    prices = sheet.frame
    key = [name for name in sheet.table.key if name != "effective_from"]
    # Sorted by key and then by day: neighbours are enough.
    before = prices.select(
        pl.col("effective_to").shift(1).over(key, order_by="effective_from").alias("previous_end"),
        pl.int_range(pl.len()).shift(1).over(key).is_not_null().alias("follows"),
    )
    overlapping = before["follows"] & (
        before["previous_end"].is_null() | (before["previous_end"] > prices["effective_from"])
    )
    position = overlapping.fill_null(value=False).arg_true()
    if len(position):
        row = int(position[0])
        place = " ".join(map(str, prices.select(key).row(row)))
        start, end = prices["effective_from"][row - 1 : row + 1]
        mend = f"end the row of {start} with effective_to {end}"
        at, where = (row, "before") if sheet.is_own(row) else (row - 1, "after")
        sheet.refuse(at, f"overlaps the period {where} it of {place}: {mend}")


def at_once(one: pl.DataFrame, other: pl.DataFrame, where: Sequence[str]) -> pl.DataFrame:
    """The pairs of prices of one place whose periods share a day.

    where: the columns of a place. The periods of a place share no day on either side. One of a pair
    begins within the other, so that a search by day finds it: a product of histories would not end.
    """
    places = list(where)
    beside = other.select(*places, pl.exclude(*places).name.suffix("_other"))
    columns = [*one.columns, *(name for name in beside.columns if name not in places)]
    later = one.sort("effective_from").join_asof(
        beside.sort("effective_from_other"),
        left_on="effective_from",
        right_on="effective_from_other",
        by=places,
        check_sortedness=False,
    )
    earlier = beside.sort("effective_from_other").join_asof(
        one.sort("effective_from"),
        left_on="effective_from_other",
        right_on="effective_from",
        by=places,
        allow_exact_matches=False,
        check_sortedness=False,
    )
    is_within = pl.col("effective_to_other").is_null() | (
        pl.col("effective_from") < pl.col("effective_to_other")
    )
    holds_it = pl.col("effective_to").is_null() | (
        pl.col("effective_from_other") < pl.col("effective_to")
    )
    return pl.concat(
        [
            later.filter(pl.col("effective_from_other").is_not_null() & is_within).select(columns),
            earlier.filter(pl.col("effective_from").is_not_null() & holds_it).select(columns),
        ]
    )


def _check_spot(sheet: Sheet) -> None:
    """Spot above on-demand on the same day, without a note that says so, is a mistake."""
    where = ["provider", "region", "instance_type"]
    # A contract may be below the spot price of the market.
    indexed = sheet.frame.with_row_index("row").filter(pl.col("contract").is_null())
    explained = pl.col("notes").fill_null("").str.contains(SPOT_NOTE, literal=True)
    spot = indexed.filter((pl.col("option") == "spot") & ~explained)
    on_demand = indexed.filter(pl.col("option") == "on_demand")
    dearer = pl.col("usd_per_hour") / pl.col("device_count") > pl.col("usd_per_hour_other") / (
        pl.col("device_count_other")
    )
    both = at_once(spot, on_demand, where).filter(dearer).sort("row", "row_other")
    if both.height:
        row, other = int(both["row"][0]), int(both["row_other"][0])
        if sheet.is_own(row):
            sheet.refuse(row, f"spot is dearer than on-demand, and no note says {SPOT_NOTE!r}")
        sheet.refuse(other, f"on-demand is cheaper than spot, and no note says {SPOT_NOTE!r}")
