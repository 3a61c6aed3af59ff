"""Rules that every landed release keeps."""

import hashlib
import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.catalog.names import normalised
from pricing.releases.manifest import MANIFEST
from pricing.releases.publish import canonical
from pricing.releases.schema import CONFIDENCES, TABLES, UNITS

DIGESTS = Path(__file__).with_name("digests.json")

FAMILIES = {
    "llama-7b", "llama-2-70b", "llama-3-8b", "llama-3.1-405b", "llama-4-scout", "mistral-7b",
    "mixtral-8x7b", "qwen2-72b", "qwen2.5-72b", "qwen3-32b", "deepseek-v2", "deepseek-v3",
    "deepseek-r1", "gemma-7b", "gemma-2-9b", "gemma-3-27b", "gpt-oss-120b", "phi-3-mini", "phi-4",
    "falcon-40b", "gpt-j-6b", "gpt-3-175b", "opt-175b", "bloom-176b", "olmo-7b", "dbrx", "grok-1",
}  # fmt: skip

DEVICES = {
    "v100-sxm2-32gb", "t4", "a10g", "a100-sxm-40gb", "a100-sxm-80gb", "l4", "l40s",
    "h100-sxm-80gb", "h100-pcie-80gb", "h100-nvl-94gb", "h200-sxm-141gb", "h800-sxm", "h20",
    "gh200-96gb", "b200-sxm", "b300-sxm", "gb200", "gb300", "rtx-4090", "rtx-5090",
    "mi250x", "mi300x", "mi325x", "mi355x", "gaudi-2", "gaudi-3", "inferentia2",
    "trainium1", "trainium2", "tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-v7",
    "groq-lpu", "cerebras-wse-3", "apple-m3-ultra", "apple-m4-max", "xeon-6980p", "epyc-9654",
}  # fmt: skip


def test_landed_release_never_changes(release_directory: Path) -> None:
    held = json.loads(DIGESTS.read_text(encoding="utf-8"))
    manifest = json.loads((release_directory / MANIFEST).read_bytes())

    assert held.get(release_directory.name) == manifest["digest"], (
        "a landed release is never edited: publish the correction as a new release, and write"
        f" the new one's name and digest into {DIGESTS.name} by hand"
    )


def test_every_held_release_is_there(library: Library) -> None:
    held = json.loads(DIGESTS.read_text(encoding="utf-8"))

    assert set(held) == set(library.names)


def test_release_is_named_after_its_directory(release_directory: Path) -> None:
    manifest = json.loads((release_directory / MANIFEST).read_bytes())

    assert manifest["name"] == release_directory.name


@pytest.mark.parametrize("table", TABLES)
def test_table_is_the_file_that_the_manifest_names(release_directory: Path, table: str) -> None:
    manifest = json.loads((release_directory / MANIFEST).read_bytes())
    content = (release_directory / f"{table}.csv").read_bytes()

    assert hashlib.sha256(content).hexdigest() == manifest["tables"][table]["sha256"]


@cache
def rewritten(table: str, content: bytes) -> bytes:
    """In canonical form; most releases share most of their tables."""
    return canonical(TABLES[table], content.decode())[0]


@pytest.mark.parametrize("table", TABLES)
def test_table_is_in_canonical_form(release_directory: Path, table: str) -> None:
    content = (release_directory / f"{table}.csv").read_bytes()

    assert rewritten(table, content) == content


def test_directory_holds_nothing_but_the_release(release_directory: Path) -> None:
    names = {path.name for path in release_directory.iterdir()}

    assert names == {MANIFEST, *(f"{table}.csv" for table in TABLES)}


@pytest.mark.parametrize("table", TABLES)
def test_every_row_has_a_source(frames: dict[str, pl.DataFrame], table: str) -> None:
    sources = frames[table]["source"]

    assert sources.null_count() == 0
    assert sources.str.strip_chars().str.len_chars().min() != 0


@pytest.mark.parametrize(
    "table", [name for name, table in TABLES.items() if "confidence" in table.header]
)
def test_every_row_says_how_far_to_trust_it(frames: dict[str, pl.DataFrame], table: str) -> None:
    assert set(frames[table]["confidence"]) <= CONFIDENCES


@pytest.mark.parametrize("table", ["assumptions", "calibration", "power"])
def test_units_are_registered(frames: dict[str, pl.DataFrame], table: str) -> None:
    assert set(frames[table]["unit"]) <= UNITS


@pytest.mark.parametrize("table", ["assumptions", "calibration"])
def test_value_lies_in_its_own_range(frames: dict[str, pl.DataFrame], table: str) -> None:
    outside = frames[table].filter(
        (pl.col("value") < pl.col("low")) | (pl.col("value") > pl.col("high"))
    )

    assert outside.height == 0


def test_key_has_one_unit_over_all_releases(library: Library) -> None:
    units: dict[str, set[str]] = {}
    for name in library.names:
        for key, assumption in library.get(name).assumptions.items():
            units.setdefault(key, set()).add(assumption.unit)

    assert {key: found for key, found in units.items() if len(found) > 1} == {}


def test_prices_are_positive(frames: dict[str, pl.DataFrame]) -> None:
    assert frames["prices"].filter(~(pl.col("usd_per_hour") > 0)).height == 0


def test_periods_of_one_price_never_overlap(frames: dict[str, pl.DataFrame]) -> None:
    last: dict[tuple[Any, ...], Any] = {}
    overlaps = []
    columns = ["provider", "region", "instance_type", "option", "effective_from", "effective_to"]
    for *key, start, end in sorted(
        frames["prices"].select(columns).rows(), key=lambda row: row[:5]
    ):
        known = tuple(key)
        if known in last and (last[known] is None or last[known] > start):
            overlaps.append((known, start))
        last[known] = end

    assert overlaps == []


def test_spot_is_no_dearer_than_on_demand_on_the_same_day(
    frames: dict[str, pl.DataFrame],
) -> None:
    where = ["provider", "region", "instance_type"]
    prices = frames["prices"].with_columns(
        pl.col("effective_to").fill_null(pl.date(9999, 12, 31)),
        (pl.col("usd_per_hour") / pl.col("device_count")).alias("usd_per_device_hour"),
    )
    spot = prices.filter(
        (pl.col("option") == "spot")
        & ~pl.col("notes").fill_null("").str.contains("above on-demand", literal=True)
    )
    dearer = spot.join(
        prices.filter(pl.col("option") == "on_demand"), on=where, suffix="_on_demand"
    ).filter(
        (pl.col("effective_from") < pl.col("effective_to_on_demand"))
        & (pl.col("effective_from_on_demand") < pl.col("effective_to"))
        & (pl.col("usd_per_device_hour") > pl.col("usd_per_device_hour_on_demand"))
    )

    assert dearer.select(*where, "effective_from").rows() == []


def test_every_price_is_modelled_or_counted(
    frames: dict[str, pl.DataFrame], release_directory: Path, library: Library
) -> None:
    catalog = library.get(release_directory.name)
    modelled = sum(
        frames["prices"].filter(pl.col("device") == device).height for device in catalog.devices
    )

    assert modelled + catalog.unmodelled_price_count == frames["prices"].height


def test_hardly_a_price_is_left_unmodelled(release_directory: Path, library: Library) -> None:
    catalog = library.get(release_directory.name)

    assert catalog.unmodelled_price_count <= 0.001 * catalog.frames["prices"].height


def test_sixty_models_and_the_families_of_note_are_there(
    frames: dict[str, pl.DataFrame],
) -> None:
    models = set(frames["models"]["model"])

    assert len(models) >= 60
    assert models >= FAMILIES


def test_every_class_of_accelerator_is_there(frames: dict[str, pl.DataFrame]) -> None:
    assert set(frames["devices"]["device"]) >= DEVICES


@pytest.mark.parametrize(
    ("table", "name"), [("device_aliases", "device"), ("model_aliases", "model")]
)
def test_alias_means_one_thing(frames: dict[str, pl.DataFrame], table: str, name: str) -> None:
    meanings: dict[str, set[str]] = {}
    for alias, thing in frames[table].select("alias", name).rows():
        meanings.setdefault(normalised(alias), set()).add(thing)
    for thing in frames[f"{name}s"][name]:
        meanings.setdefault(normalised(thing), set()).add(thing)

    assert {alias: things for alias, things in meanings.items() if len(things) > 1} == {}


@pytest.mark.parametrize("table", ["measurements", "training_runs", "prices"])
def test_row_without_a_device_names_its_accelerator(
    frames: dict[str, pl.DataFrame], table: str
) -> None:
    unnamed = frames[table].filter(
        pl.col("device").is_null() & (pl.col("accelerator").fill_null("") == "")
    )

    assert unnamed.height == 0


def test_nearly_every_measurement_is_of_a_device(frames: dict[str, pl.DataFrame]) -> None:
    measurements = frames["measurements"]

    assert measurements["device"].null_count() <= 0.01 * measurements.height


def test_accelerated_format_has_a_peak(frames: dict[str, pl.DataFrame]) -> None:
    missing = [
        (row["device"], precision)
        for row in frames["devices"].iter_rows(named=True)
        for precision in row["accelerated_precisions"].split()
        if row.get(f"{precision}_teraflops") is None
    ]

    assert missing == []


def test_every_family_of_devices_has_a_host(
    frames: dict[str, pl.DataFrame], release_directory: Path, library: Library
) -> None:
    assumptions = library.get(release_directory.name).assumptions
    missing = {
        family
        for family in frames["devices"]["family"]
        if f"power.host_watts.{family}" not in assumptions
    }

    assert missing == set()


def test_idle_power_is_below_the_peak(frames: dict[str, pl.DataFrame]) -> None:
    hot = frames["devices"].filter(pl.col("idle_watts") >= pl.col("tdp_watts"))

    assert hot["device"].to_list() == []


def test_experts_are_given_together(frames: dict[str, pl.DataFrame]) -> None:
    mixtures = frames["models"].filter(pl.col("experts").is_not_null() & (pl.col("experts") > 1))
    incomplete = mixtures.filter(
        pl.col("experts_per_token").is_null()
        | pl.col("routed_expert_parameters").is_null()
        | (pl.col("experts_per_token") > pl.col("experts"))
        | (pl.col("routed_expert_parameters") >= pl.col("parameters"))
    )

    assert incomplete["model"].to_list() == []


def test_active_parameters_of_a_mixture_follow_from_its_experts(
    frames: dict[str, pl.DataFrame],
) -> None:
    mixtures = frames["models"].filter(pl.col("routed_expert_parameters") > 0)
    share = pl.col("experts_per_token") / pl.col("experts")
    counted = (
        pl.col("parameters")
        - pl.col("routed_expert_parameters")
        + pl.col("routed_expert_parameters") * share
    )
    embeddings = pl.col("vocabulary_size").fill_null(0) * pl.col("hidden_size")
    active = pl.col("active_parameters")
    # Publishers round, and some leave the embeddings out.
    far = mixtures.filter((active > 1.15 * counted) | (active < 0.9 * (counted - embeddings)))

    assert far["model"].to_list() == []


def test_cache_of_every_model_is_known(frames: dict[str, pl.DataFrame]) -> None:
    models = frames["models"]
    latent = models.filter(pl.col("attention") == "mla")
    headed = models.filter(pl.col("attention") != "mla")

    assert (
        latent.filter(pl.col("kv_latent_dim").is_null() | pl.col("kv_rope_dim").is_null()).height
        == 0
    )
    assert headed.filter(pl.col("kv_heads").is_null() | pl.col("head_dim").is_null()).height == 0
    assert headed.filter(pl.col("heads") % pl.col("kv_heads") != 0).height == 0


EMBEDDING_SLACK = 0.12
"""Biases, norms and positions that a count of the large matrices leaves out, in embeddings."""


def test_embedding_of_its_own_follows_from_the_parameters(library: Library) -> None:
    models = library.newest.frames["models"]
    embedding = pl.col("vocabulary_size") * pl.col("hidden_size")
    attention = (
        2 * pl.col("hidden_size") * pl.col("head_dim") * (pl.col("heads") + pl.col("kv_heads"))
    )
    gated = pl.col("layers") * (attention + 3 * pl.col("hidden_size") * pl.col("intermediate_size"))
    counted = (pl.col("parameters") - gated) / embedding
    dense = models.filter(
        pl.col("routed_expert_parameters").is_null(), pl.col("attention") != "mla"
    )
    shared = dense.filter((counted - 1).abs() < EMBEDDING_SLACK)
    apart = dense.filter((counted - 2).abs() < EMBEDDING_SLACK)

    assert min(shared.height, apart.height) > 30
    assert shared["lookup_parameters"].null_count() == shared.height
    assert apart["lookup_parameters"].null_count() == 0
    own = models.drop_nulls("lookup_parameters")
    assert own.filter(pl.col("lookup_parameters") != embedding).height == 0


def test_release_knows_no_price_of_the_future(
    frames: dict[str, pl.DataFrame], release_directory: Path, library: Library
) -> None:
    known_by = library.get(release_directory.name).known_by
    future = frames["prices"].filter(pl.col("effective_from") > known_by)

    assert future.height == 0


def test_newer_release_keeps_every_older_price(library: Library) -> None:
    names = library.names
    kept = ["provider", "region", "instance_type", "option", "effective_from", "usd_per_hour",
            "device", "device_count", "accelerator", "source"]  # fmt: skip
    lost = {
        (older, newer): library.get(older)
        .frames["prices"]
        .join(library.get(newer).frames["prices"], on=kept, how="anti", nulls_equal=True)
        .height
        for older, newer in pairwise(names)
    }

    assert set(lost.values()) == {0}


def test_newer_release_only_ends_what_it_knows_to_have_ended(library: Library) -> None:
    names = library.names
    key = ["provider", "region", "instance_type", "option", "effective_from"]
    moved = [
        row
        for older, newer in pairwise(names)
        for row in library.get(older)
        .frames["prices"]
        .join(library.get(newer).frames["prices"], on=key, suffix="_newer")
        .filter(
            pl.col("effective_to").ne_missing(pl.col("effective_to_newer"))
            & ~(
                pl.col("effective_to").is_null()
                & (pl.col("effective_to_newer") > library.get(older).known_by)
            )
        )
        .select(key)
        .rows()
    ]

    assert moved == []


@pytest.mark.parametrize("table", ["measurements", "devices", "models", "training_runs"])
def test_newer_release_keeps_every_older_fact(library: Library, table: str) -> None:
    names = library.names
    key = list(TABLES[table].key)
    lost = [
        row
        for older, newer in pairwise(names)
        for row in library.get(older)
        .frames[table]
        .join(library.get(newer).frames[table], on=key, how="anti")
        .select(key)
        .rows()
    ]

    assert lost == []


@pytest.mark.parametrize(
    ("as_of", "usd_per_device_hour"), [("2025-05-01", 12.29), ("2025-07-01", 6.88)]
)
def test_p5_price_cut_of_june_2025_is_dated(
    frames: dict[str, pl.DataFrame], as_of: str, usd_per_device_hour: float
) -> None:
    day = pl.lit(as_of).str.to_date()
    (row,) = (
        frames["prices"]
        .filter(
            (pl.col("provider") == "aws")
            & (pl.col("region") == "us-east-1")
            & (pl.col("instance_type") == "p5.48xlarge")
            & (pl.col("option") == "on_demand")
            & (pl.col("effective_from") <= day)
            & (pl.col("effective_to").is_null() | (pl.col("effective_to") > day))
        )
        .iter_rows(named=True)
    )

    assert row["usd_per_hour"] / row["device_count"] == pytest.approx(usd_per_device_hour)


def test_releases_share_the_tables_that_are_the_same(library: Library) -> None:
    """A start reads each table once, however many releases hold it."""
    shared = [
        (one.name, other.name)
        for one in (library.get(name) for name in library.names)
        for other in (library.get(name) for name in library.names)
        for table in one.manifest.tables
        if one.manifest.tables[table].sha256 == other.manifest.tables[table].sha256
        and one.frames[table] is not other.frames[table]
    ]

    assert shared == []
    assert library.newest.frames["prices"] is library.get("2026-07-31").frames["prices"]
