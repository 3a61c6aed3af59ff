"""Rules that every landed release keeps."""

import json
from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.catalog.names import normalised
from pricing.releases.columns import Table
from pricing.releases.constants import FILE, engine_constants
from pricing.releases.manifest import (
    OBJECTS,
    PACKAGED,
    manifests_in,
    object_name,
    read_manifest,
    read_release,
)
from pricing.releases.publish import canonical
from pricing.releases.schema import TABLES, UNITS
from pricing.releases.sheet import CSV, PARQUET, read_sheet

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


MOST_BYTES = 6_000_000

MANIFESTS = manifests_in(PACKAGED)


def test_landed_releases_never_change() -> None:
    held = json.loads(DIGESTS.read_text(encoding="utf-8"))

    assert held == {path.stem: read_manifest(path)[1] for path in MANIFESTS}, (
        "a landed release is never edited: publish the correction as a new release, and write"
        f" the new one's name and digest into {DIGESTS.name} by hand"
    )


def test_each_table_is_stored_once_in_canonical_form_under_its_digest() -> None:
    listed = {
        (table, facts.sha256)
        for path in MANIFESTS
        for table, facts in read_manifest(path)[0].tables.items()
    }
    offenders = []
    files = {path.stem: path for path in (PACKAGED / OBJECTS).iterdir()}
    for table, digest in sorted(listed):
        path = files.pop(f"{table}-{digest[:8]}")
        content = path.read_bytes()
        if sha256(content).hexdigest() != digest:
            offenders.append(f"{path.name} is another file")
        if not _is_canonical(TABLES[table], path):
            offenders.append(f"{path.name} is not in canonical form")

    assert offenders == []
    assert files == {}, "no release lists these"


def _is_canonical(table: Table, path: Path) -> bool:
    content = path.read_bytes()
    if path.suffix == PARQUET:
        return read_sheet(table, content, file=path.name).lines.is_sorted()
    return canonical(table, content.decode())[0] == content


def test_newest_release_is_in_files_that_a_review_can_read() -> None:
    newest = max((read_manifest(path)[0] for path in MANIFESTS), key=lambda one: one.known_by)

    names = {object_name(table, facts.sha256) for table, facts in newest.tables.items()}

    assert names <= {path.name for path in (PACKAGED / OBJECTS).iterdir()}


def test_tables_are_small() -> None:
    files = [path for path in PACKAGED.rglob("*") if path.is_file()]

    assert sum(path.stat().st_size for path in files) <= MOST_BYTES
    assert {path.suffix for path in files} == {CSV, PARQUET, ".json"}


def test_releases_share_the_tables_that_are_the_same() -> None:
    """A start reads each table once, however many releases hold it."""
    known: dict[Any, Any] = {}
    one, other, *_ = [read_release(path, known=known).sheets for path in MANIFESTS]

    shared = [table for table in TABLES if one[table] is other[table]]
    assert shared == [table for table in TABLES if one[table].sha256 == other[table].sha256]
    assert len(shared) > 5


def test_constants_of_the_engine_say_their_unit_and_release(library: Library) -> None:
    rows = pl.read_csv(FILE, infer_schema=False)

    assert set(rows["unit"]) <= UNITS
    assert rows["source"].null_count() == 0
    assert set(rows["release"]) == {engine_constants().release} <= set(library.names)


Rule = Callable[[Catalog], Iterable[Any]]

SLACK = {"active above": 1.15, "active below": 0.9}
"""How far publishers' counts of active parameters are off: they round."""


def future_prices(catalog: Catalog) -> Iterable[Any]:
    return catalog.frames["prices"].filter(pl.col("effective_from") > catalog.known_by).rows()


def prices_that_are_neither_modelled_nor_counted(catalog: Catalog) -> Iterable[Any]:
    prices = catalog.frames["prices"]
    modelled = prices.filter(pl.col("device").is_in(list(catalog.devices))).height
    return [] if modelled + catalog.unmodelled_price_count == prices.height else ["prices"]


def many_unmodelled_prices(catalog: Catalog) -> Iterable[Any]:
    few = 0.002 * catalog.frames["prices"].height
    return [catalog.unmodelled_price_count] if catalog.unmodelled_price_count > few else []


def many_measurements_without_a_device(catalog: Catalog) -> Iterable[Any]:
    devices = catalog.frames["measurements"]["device"]
    return [devices.null_count()] if devices.null_count() > 0.01 * len(devices) else []


def missing_families(catalog: Catalog) -> Iterable[Any]:
    return FAMILIES - set(catalog.models) or (["few"] if len(catalog.models) < 60 else [])


def missing_devices(catalog: Catalog) -> Iterable[Any]:
    return DEVICES - set(catalog.devices)


def aliases_of_several_things(catalog: Catalog) -> Iterable[Any]:
    for table, name in (("device_aliases", "device"), ("model_aliases", "model")):
        meanings: dict[str, set[str]] = {}
        for alias, thing in catalog.frames[table].select("alias", name).rows():
            meanings.setdefault(normalised(alias), set()).add(thing)
        for thing in catalog.frames[f"{name}s"][name]:
            meanings.setdefault(normalised(thing), set()).add(thing)
        yield from (alias for alias, things in meanings.items() if len(things) > 1)


def families_without_a_host(catalog: Catalog) -> Iterable[Any]:
    families = set(catalog.frames["devices"]["family"])
    return [one for one in families if f"power.host_watts.{one}" not in catalog.assumptions]


def active_parameters_that_do_not_follow_from_experts(catalog: Catalog) -> Iterable[Any]:
    """Publishers round, and some leave the embeddings out."""
    mixtures = catalog.frames["models"].filter(pl.col("routed_expert_parameters") > 0)
    share = pl.col("experts_per_token") / pl.col("experts")
    routed, active = pl.col("routed_expert_parameters"), pl.col("active_parameters")
    counted = pl.col("parameters") - routed + routed * share
    embeddings = pl.col("vocabulary_size").fill_null(0) * pl.col("hidden_size")
    above = active > SLACK["active above"] * counted
    below = active < SLACK["active below"] * (counted - embeddings)
    return mixtures.filter(above | below)["model"]


RULES: tuple[Rule, ...] = (
    future_prices,
    prices_that_are_neither_modelled_nor_counted,
    many_unmodelled_prices,
    many_measurements_without_a_device,
    missing_families,
    missing_devices,
    aliases_of_several_things,
    families_without_a_host,
    active_parameters_that_do_not_follow_from_experts,
)


def test_every_release_keeps_the_rules(library: Library) -> None:
    offenders = {
        (name, rule.__name__): found
        for name in library.names
        for rule in RULES
        if (found := list(rule(library.get(name))))
    }

    assert offenders == {}


def test_key_has_one_unit_over_all_releases(library: Library) -> None:
    units: dict[str, set[str]] = {}
    for name in library.names:
        for key, assumption in library.get(name).assumptions.items():
            units.setdefault(key, set()).add(assumption.unit)

    assert {key: found for key, found in units.items() if len(found) > 1} == {}


EMBEDDING_SLACK = 0.12
"""Biases, norms and positions that a count of the large matrices leaves out, in embeddings."""


def test_embedding_of_its_own_follows_from_the_parameters(library: Library) -> None:
    # Encoders without an output, and models whose layers look up tables, have these in the column.
    tables = pl.col("experts").is_null() & (pl.col("active_parameters") < pl.col("parameters"))
    models = library.newest.frames["models"].filter(~tables)
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


CORRECTED = json.loads(Path(__file__).with_name("corrected.json").read_text(encoding="utf-8"))
"""Prices of the release before that a release knows to be wrong, by the key."""


def test_newer_release_keeps_every_older_price_that_it_does_not_correct(library: Library) -> None:
    names = library.names
    kept = ["provider", "region", "instance_type", "option", "effective_from", "usd_per_hour",
            "device", "device_count", "accelerator", "source"]  # fmt: skip
    for older, newer in pairwise(names):
        lost = (
            library.get(older)
            .frames["prices"]
            .join(library.get(newer).frames["prices"], on=kept, how="anti", nulls_equal=True)
        )
        keys = lost.select(pl.concat_str(kept[:5], separator="/"))["provider"].to_list()
        assert set(keys) <= set(CORRECTED.get(newer, ())), newer


def test_newer_release_only_ends_what_it_knows_to_have_ended(library: Library) -> None:
    names = library.names
    key = ["provider", "region", "instance_type", "option", "effective_from"]
    moved = [
        "/".join(map(str, row))
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

    assert set(moved) <= {key for keys in CORRECTED.values() for key in keys}


def test_a_release_corrects_what_it_has_not_from_the_release_before(library: Library) -> None:
    """Every correction is of a row that was there, and changes it."""
    names = library.names
    for older, newer in pairwise(names):
        before, after = (
            dict(zip(sheet.keys, sheet.frame.rows(), strict=True))
            for sheet in (library.get(name).release.sheets["prices"] for name in (older, newer))
        )
        corrected = CORRECTED.get(newer, ())
        assert set(corrected) <= before.keys()
        assert all(before[key] != after.get(key) for key in corrected)


SILENT = {(f"MLE-{number}",) for number in range(127, 135)}
"""Rows that turned out to say nothing: fill-in-the-middle, whose prompts have no printed length."""

AGAIN = {
    *((f"TTFT-SG-{number:03}",) for number in (*range(5, 14), *range(20, 31))),
    *((f"TTFT-IX-{number:03}",) for number in (1, 3, 5, 10, 18, 20, 23, 24)),
    ("TTFT-VR-004",),
}
"""First tokens of runs whose throughput is printed in another row, with the same first token."""

WITH_IMAGES = {("TTFT-SG-019",)}
"""A first token of prompts with images, which rows do not say."""

WITHDRAWN = {"measurements": SILENT | AGAIN | WITH_IMAGES}


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

    assert set(lost) <= WITHDRAWN.get(table, set())


@pytest.mark.parametrize(
    ("as_of", "usd_per_device_hour"), [("2025-05-01", 12.29), ("2025-07-01", 6.88)]
)
def test_p5_price_cut_of_june_2025_is_dated(
    library: Library, as_of: str, usd_per_device_hour: float
) -> None:
    day = pl.lit(as_of).str.to_date()
    (row,) = (
        library.newest.frames["prices"]
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
