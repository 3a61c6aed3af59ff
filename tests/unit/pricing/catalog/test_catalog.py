from copy import copy
from datetime import date

import pytest
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import CatalogError, UnknownName


def test_devices_and_models_are_all_indexed(library: Library) -> None:
    catalog = library.newest

    assert len(catalog.devices) == catalog.frames["devices"].height
    assert len(catalog.models) == catalog.frames["models"].height


def test_every_alias_leads_somewhere(library: Library) -> None:
    catalog = library.newest
    lost = [
        alias
        for table, directory, column in (
            ("device_aliases", catalog.devices, "device"),
            ("model_aliases", catalog.models, "model"),
        )
        for alias, name in catalog.frames[table].select("alias", column).rows()
        if directory.find(alias, field="name").name != name
    ]

    assert lost == []


def test_device_keeps_its_units(library: Library) -> None:
    device = library.newest.devices["h100-sxm-80gb"]

    assert device.memory_bytes == 80 * 2**30
    assert device.bytes_per_second == pytest.approx(3.35e12)
    assert device.flops_per_second["bf16"] == pytest.approx(989e12, rel=0.001)
    assert device.tdp_watts == 700.0


def test_dense_model_has_one_expert_that_every_token_passes(library: Library) -> None:
    model = library.newest.models["llama-3.1-70b"]

    assert (model.experts, model.experts_per_token, model.routed_expert_parameters) == (1, 1, 0)


def test_sliding_window_splits_the_layers(library: Library) -> None:
    model = library.newest.models["gemma-3-27b"]

    assert model.full_attention_layers + model.window_layers == model.layers
    assert (model.full_attention_layers, model.window_tokens) == (10.0, 1024.0)


def test_newest_value_of_a_place_is_taken(library: Library) -> None:
    rows = sorted(
        library.newest.frames["power"].iter_rows(named=True), key=lambda row: row["year"] or ""
    )
    newest_year = {
        (row["metric"], row["provider"] or "", row["region"] or row["subject"]): row["year"]
        for row in rows
    }
    outdated = [
        key
        for key, assumption in library.newest.power.items()
        if not any(
            row["value"] == assumption.value and row["year"] == newest_year[key]
            for row in rows
            if (row["metric"], row["provider"] or "", row["region"] or row["subject"]) == key
        )
    ]

    assert outdated == []


@pytest.mark.parametrize(
    ("device", "kind"),
    [
        ("l4", "nvidia.pcie"),
        ("h100-nvl-94gb", "nvidia.pcie"),
        ("h100-sxm-80gb", "nvidia"),
        ("mi210", "amd.pcie"),
        ("mi300x", "amd"),
        ("rtx-4090", "nvidia-consumer"),
        ("dgx-spark", "dgx-spark"),
    ],
)
def test_host_of_a_device_is_its_own_or_of_cards_or_of_its_family(
    library: Library, device: str, kind: str
) -> None:
    assert library.newest.host_watts_keys[device] == f"power.host_watts.{kind}"


def test_every_default_says_its_unit_range_and_source(library: Library) -> None:
    incomplete = [
        key
        for key, assumption in library.newest.assumptions.items()
        if not assumption.unit
        or not assumption.source
        or assumption.low is None
        or assumption.high is None
    ]

    assert incomplete == []


def test_releases_come_oldest_first(library: Library) -> None:
    days = [library.get(name).known_by for name in library.names]

    assert days == sorted(days)
    assert library.newest is library.get(library.names[-1])


def test_tenth_release_of_a_day_comes_after_the_ninth(library: Library) -> None:
    names = ["2026-07-31-r10", "2026-07-31", "2026-07-31-r9", "2026-07-31-r2"]
    catalogs = [copy(library.newest) for _ in names]
    for catalog, name in zip(catalogs, names, strict=True):
        catalog.name = name

    assert Library(catalogs).names == (
        "2026-07-31",
        "2026-07-31-r2",
        "2026-07-31-r9",
        "2026-07-31-r10",
    )


def test_no_name_means_the_newest_release(library: Library) -> None:
    assert library.get(None) is library.newest


def test_unknown_release_is_refused_with_the_nearest(library: Library) -> None:
    with pytest.raises(UnknownName) as caught:
        library.get("2026-05-30")

    assert caught.value.field == "catalog"
    assert caught.value.nearest[0] == "2026-05-31"


def test_library_without_a_release_cannot_be_trusted() -> None:
    with pytest.raises(CatalogError, match="there is no release"):
        Library([])


def test_two_releases_of_one_name_cannot_be_trusted(library: Library) -> None:
    twins: list[Catalog] = [library.newest, library.newest]

    with pytest.raises(CatalogError, match="the same name"):
        Library(twins)


def test_release_of_a_known_name_is_the_same(library: Library) -> None:
    release = replace(library.newest.release, known_by=date(2030, 1, 1), digest="0" * 64)

    assert library.plus(library.newest) is library
    with pytest.raises(CatalogError, match="releases never change"):
        library.plus(Catalog(release))
