"""Overlays: somebody's own rows over a release."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import BadRow, CatalogError, InvalidQuery
from pricing.releases.schema import TABLES
from pricing.run_costs.quote import run_costs
from pricing.unit_costs.quote import unit_costs
from tests.questions import run_cost, unit_cost

BASE = "2026-07-31"
NAME = f"{BASE}+acme"
SAYS = f'name = "acme"\nbase = "{BASE}"\nknown_by = 2026-09-15\n'

PRICES = "provider,region,instance_type,option,effective_from,usd_per_hour,device,device_count\n"
OWN_PRICE = "acme,berlin,rack,on_demand,2026-01-01,16,h100-sxm-80gb,8\n"
P5 = "aws,us-east-1,p5.48xlarge,on_demand,2025-06-01"
DEVICES = (
    "device,vendor,architecture,family,year,memory_gibibytes,memory_type,"
    "memory_gigabytes_per_second,bf16_teraflops,accelerated_precisions,tdp_watts,idle_watts,"
    "node_device_count\n"
)
OWN_DEVICE = "acme-one,Acme,One,nvidia,2026,96,HBM3,4000,900,bf16,600,60,8\n"
MODELS = (
    "model,year,parameters,active_parameters,layers,hidden_size,heads,kv_heads,attention,"
    "vocabulary_size,native_precision\n"
)
OWN_MODEL = "acme-7b,2026,7000000000,7000000000,32,4096,32,8,gqa,32000,bf16\n"
MEASUREMENTS = (
    "id,device,device_count,model,precision,engine,scenario,regime,tensor_parallel,concurrency,"
    "input_tokens,output_tokens,output_tokens_per_second\n"
)
ASSUMPTIONS = "key,value,unit,low,high\n"

Overlay = Callable[[Mapping[str, str]], Catalog]


def written(directory: Path, files: Mapping[str, str]) -> Path:
    """An overlay of some files, by name; of tables without `.csv`."""
    overlay = directory / "acme"
    overlay.mkdir(exist_ok=True)
    for name, text in {"overlay.toml": SAYS, **files}.items():
        path = overlay / (f"{name}.csv" if name in {*TABLES, "remove"} else name)
        path.write_text(text, encoding="utf-8")
    return overlay


@pytest.fixture
def overlaid(tmp_path: Path, library: Library) -> Overlay:
    """Reads an overlay of some files over a release."""

    def read(files: Mapping[str, str]) -> Catalog:
        return library.read(written(tmp_path, files))

    return read


def test_own_price_is_in_the_answer_of_whoever_names_the_overlay(
    library: Library, overlaid: Overlay
) -> None:
    known = library.plus(overlaid({"prices": PRICES + OWN_PRICE}))
    asked = {"catalog": NAME, "as_of": "2026-09-01", "purchase.provider": "acme"}

    answer = unit_costs(unit_cost(asked), known)

    assert answer.price.usd_per_device_hour == 2.0
    assert answer.price.row is not None
    assert answer.price.row.source == "overlay acme"
    assert (answer.price.row.confidence, answer.price.row.date_quality) == (
        "unverified",
        "announced",
    )
    assert answer.provenance.catalog == NAME
    assert answer.provenance.catalog_digest == known.get(NAME).digest


def test_overlay_is_used_only_where_it_is_named(library: Library, overlaid: Overlay) -> None:
    known = library.plus(overlaid({"prices": PRICES + OWN_PRICE}))

    assert known.newest is library.newest
    assert "acme" not in known.newest.providers
    assert unit_costs(unit_cost(), known) == unit_costs(unit_cost(), library)


def test_nothing_of_the_base_is_copied(library: Library, overlaid: Overlay) -> None:
    found = overlaid({"prices": PRICES + OWN_PRICE}).release
    base = library.get(BASE).release

    assert [name for name in TABLES if found.sheets[name] is not base.sheets[name]] == ["prices"]
    assert found.base == BASE
    assert found.frames["prices"].height == base.frames["prices"].height + 1


def test_row_of_a_known_key_takes_the_place_of_the_base_s(
    library: Library, overlaid: Overlay
) -> None:
    found = overlaid({"prices": f"{PRICES}{P5},40,h100-sxm-80gb,8\n"}).release
    keys = found.sheets["prices"].keys
    (row,) = found.frames["prices"].filter(keys == P5.replace(",", "/")).iter_rows(named=True)

    assert (row["usd_per_hour"], row["notes"], row["vcpu_count"]) == (40.0, None, None)
    assert found.frames["prices"].height == library.get(BASE).frames["prices"].height


def test_negotiated_price_follows_the_public_one(library: Library, overlaid: Overlay) -> None:
    header = PRICES.replace("from,", "from,effective_to,")
    ended = f"{P5},2026-08-01,55.04,h100-sxm-80gb,8\n"
    begun = f"{P5.replace('2025-06-01', '2026-08-01')},,38.53,h100-sxm-80gb,8\n"
    known = library.plus(overlaid({"prices": header + ended + begun}))
    asked = {"catalog": NAME, "purchase.provider": "aws", "purchase.region": "us-east-1"}
    public, negotiated = (
        unit_costs(unit_cost(asked | {"as_of": day}), known).price.usd_per_device_hour
        for day in ("2026-07-31", "2026-08-01")
    )

    assert (public, negotiated) == (55.04 / 8, 38.53 / 8)


def test_removed_row_is_gone(library: Library, overlaid: Overlay) -> None:
    key = P5.replace(",", "/")
    found = overlaid({"remove": f"table,key\nprices,{key}\n"}).release

    assert key in set(library.get(BASE).release.sheets["prices"].keys)
    assert key not in set(found.sheets["prices"].keys)


def test_own_device_and_model_answer_to_their_names(library: Library, overlaid: Overlay) -> None:
    files = {
        "devices": DEVICES + OWN_DEVICE,
        "device_aliases": "alias,device\nThe Acme,acme-one\n",
        "models": MODELS + OWN_MODEL,
        "model_aliases": "alias,model\nAcme Large,acme-7b\n",
        "prices": PRICES + OWN_PRICE.replace("h100-sxm-80gb", "acme-one"),
    }
    known = library.plus(overlaid(files))
    asked = {
        "catalog": NAME,
        "as_of": "2026-09-01",
        "model": "acme large",
        "deployment.device": "the acme",
        "deployment.precision": "bf16",
        "purchase.provider": "acme",
    }
    answer = unit_costs(unit_cost(asked), known)
    run = run_costs(
        run_cost({"catalog": NAME, "model": "acme-7b", "deployment.device": "acme-one"}), known
    )

    assert answer.price.row is not None
    assert answer.price.row.device == "acme-one"
    assert run.memory is not None


@pytest.mark.parametrize("concurrency", [8, 12], ids=["published too", "published by nobody"])
def test_own_measurement_is_the_evidence_for_its_own_configuration(
    library: Library, overlaid: Overlay, concurrency: int
) -> None:
    """Before what others published of the same configuration."""
    row = (
        f"own-1,tpu-v7,4,qwen3.5-397b-a17b,fp8,vllm,own,concurrency,,{concurrency},8192,1024,999\n"
    )
    known = library.plus(overlaid({"measurements": MEASUREMENTS + row}))
    asked = {
        "model": "qwen3.5-397b-a17b",
        "deployment.device": "tpu-v7",
        "deployment.device_count": 4,
        "load.input_tokens": 8192,
        "load.output_tokens": 1024,
        "load.concurrency": concurrency,
        "purchase.usd_per_device_hour": 9.0,
    }

    before, answer = (
        unit_costs(unit_cost(asked | {"catalog": name}), known).performance for name in (BASE, NAME)
    )

    assert before is not None
    assert answer is not None
    assert (before.output_tokens_per_second or 0.0) < 990.0
    assert (answer.basis, answer.output_tokens_per_second) == ("measured", 999.0)
    assert [row.id for row in answer.evidence] == ["own-1"]


def test_own_assumption_is_in_force_and_listed(library: Library, overlaid: Overlay) -> None:
    row = "facility.pue_ratio,1.1,ratio,1,1.2\n"
    known = library.plus(overlaid({"assumptions": ASSUMPTIONS + row}))
    asked = {"catalog": NAME, "purchase.option": "owned"}
    (pue,) = (
        one
        for one in unit_costs(unit_cost(asked), known).assumptions
        if one.key == "facility.pue_ratio"
    )

    assert (pue.value, pue.source) == (1.1, "overlay acme")


def test_assumption_that_an_overlay_removes_is_told_by_who_needs_it(
    library: Library, overlaid: Overlay
) -> None:
    known = library.plus(overlaid({"remove": "table,key\nassumptions,facility.pue_ratio\n"}))

    with pytest.raises(InvalidQuery, match=r"acme has no assumption facility\.pue_ratio"):
        unit_costs(unit_cost({"catalog": NAME, "purchase.option": "owned"}), known)


def test_marks_and_line_ends_of_other_systems_are_read_over(
    library: Library, tmp_path: Path
) -> None:
    files = {"prices": PRICES + OWN_PRICE}
    expected = library.read(written(tmp_path, files))
    for path in (tmp_path / "acme").iterdir():
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    found = library.read(tmp_path / "acme")

    assert found.frames["prices"].equals(expected.frames["prices"])
    assert (found.digest, found.known_by) == (expected.digest, expected.known_by)


def test_columns_and_rows_may_come_in_any_order(overlaid: Overlay) -> None:
    rows = (PRICES + OWN_PRICE + OWN_PRICE.replace("berlin", "aachen")).splitlines()
    turned = "".join(",".join(reversed(row.split(","))) + "\n" for row in rows)
    expected, found = (overlaid({"prices": text}) for text in ("\n".join(rows), turned))

    assert found.frames["prices"].equals(expected.frames["prices"])


def test_digest_is_that_of_base_and_overlay(overlaid: Overlay) -> None:
    price = PRICES + OWN_PRICE
    changes: list[Mapping[str, str]] = [
        {"prices": price},
        {"prices": price.replace(",16,", ",17,")},
        {"prices": price, "overlay.toml": SAYS.replace("acme", "acme2")},
        {"prices": price, "overlay.toml": SAYS.replace("09-15", "09-16")},
        {"prices": price, "overlay.toml": SAYS.replace(BASE, "2026-05-31")},
        {"prices": price, "remove": f"table,key\nprices,{P5.replace(',', '/')}\n"},
    ]
    digests = [overlaid(files).digest for files in changes]

    assert len(set(digests)) == len(digests)


BAD = {
    "unknown device": (
        "prices", PRICES + OWN_PRICE.replace("h100-sxm-80gb", "h100-sxm-80g"), 2,
        "device 'h100-sxm-80g' is not in devices; nearest: h100-sxm-80gb",
    ),
    "alias for a device": (
        "prices", PRICES + OWN_PRICE.replace("h100-sxm-80gb", "H100 SXM"), 2, "h100-sxm-80gb",
    ),
    "unknown model": (
        "model_aliases", "alias,model\nX,llama-3.1-7b\n", 2, "nearest: llama-3.1-70b",
    ),
    "no number": ("prices", PRICES + OWN_PRICE.replace(",16,", ",cheap,"), 2, "not a number"),
    "negative": ("prices", PRICES + OWN_PRICE.replace(",16,", ",-16,"), 2, "below 1e-06"),
    "empty": ("prices", PRICES + OWN_PRICE.replace(",16,", ",,"), 2, "a value is required"),
    "unknown option": (
        "prices", PRICES + OWN_PRICE.replace("on_demand", "on-demand"), 2, "nearest: on_demand",
    ),
    "unknown column": ("prices", "price\n1\n", 1, "unknown columns: price"),
    "missing column": (
        "devices", "device,vendor\nx,y\n", 1, "missing columns: architecture, family, year",
    ),
    "repeated": ("prices", PRICES + OWN_PRICE + OWN_PRICE, 3, "a second row for acme/berlin"),
    "cells too many": ("prices", PRICES + OWN_PRICE.replace("\n", ",more\n"), 2, "more cells"),
    "nothing": ("prices", "", 1, "no columns"),
    "after an open period": (
        "prices", f"{PRICES}{P5.replace('2025-06-01', '2026-09-01')},40,h100-sxm-80gb,8\n", 2,
        "overlaps the period before it of aws us-east-1 p5.48xlarge on_demand",
    ),
    "before a known period": (
        "prices", f"{PRICES}{P5.replace('2025-06-01', '2022-01-01')},40,h100-sxm-80gb,8\n", 2,
        "overlaps the period after it",
    ),
    "dear spot": (
        "prices", f"{PRICES}{P5},1,h100-sxm-80gb,8\n", 2, "on-demand is cheaper than spot",
    ),
    "uneven heads": ("models", MODELS + OWN_MODEL.replace(",8,gqa", ",7,gqa"), 2, "divide heads"),
    "unknown unit": ("assumptions", f"{ASSUMPTIONS}x,1,furlong,,\n", 2, "unknown unit 'furlong'"),
    "removed and not there": (
        "remove", "table,key\ndevices,h100-sxm-80g\n", 2,
        "devices has no row 'h100-sxm-80g'; nearest: h100-sxm-80gb",
    ),
    "removed from no table": (
        "remove", "table,key\nprice,a\n", 2, "no table is called 'price'; nearest: prices",
    ),
    "removed and still named": (
        "remove", "table,key\ndevices,h100-sxm-80gb\n", 2,
        "devices 'h100-sxm-80gb' is still named by device_aliases",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("table", "text", "line", "reason"), BAD.values(), ids=BAD.keys())
def test_bad_row_is_refused_with_file_line_and_reason(
    library: Library, tmp_path: Path, table: str, text: str, line: int, reason: str
) -> None:
    directory = written(tmp_path, {table: text})

    with pytest.raises(BadRow) as caught:
        library.read(directory)

    assert str(caught.value).startswith(f"{directory / table}.csv, line {line}: ")
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"overlay.toml": SAYS.replace(BASE, "2026-07-30")}, "base: no release is called"),
        ({"overlay.toml": SAYS.replace(BASE, "")}, "there are 2026-05-31, 2026-07-31, 2026-10-31"),
        ({"overlay.toml": SAYS.replace("2026-09-15", "1")}, "Expected"),
        ({"overlay.toml": SAYS.replace("base", "basis")}, "overlay.toml: "),
        ({"overlay.toml": SAYS.replace("acme", "+")}, "name"),
        ({"overlay.toml": "name"}, "overlay.toml: "),
        ({"price.csv": "a\n"}, "price.csv: no table is called so; nearest: prices.csv"),
    ],
)
def test_overlay_that_cannot_be_read_is_refused_by_file(
    library: Library, tmp_path: Path, files: Mapping[str, str], reason: str
) -> None:
    directory = written(tmp_path, files)

    with pytest.raises(CatalogError, match=f"^{directory}") as caught:
        library.read(directory)

    assert reason in str(caught.value)


def test_library_finds_overlays_beside_releases(library: Library, tmp_path: Path) -> None:
    written(tmp_path, {"prices": PRICES + OWN_PRICE})
    found = Library.load([tmp_path])

    assert set(found.names) == {*library.names, NAME}
    assert found.newest.name == library.newest.name
    assert found.get(NAME).known_by.isoformat() == "2026-09-15"


@pytest.mark.parametrize(
    ("table", "text", "reason"),
    [
        ("devices", DEVICES + OWN_DEVICE.replace("nvidia", "nvidiaa"), "family 'nvidiaa'"),
        (
            "assumptions",
            ASSUMPTIONS + "utilization_fraction.interactve,0.5,fraction,0.3,0.9\n",
            "write utilization_fraction.interactive",
        ),
        (
            "measurements",
            MEASUREMENTS
            + "A-1,h100-sxm-80gb,8,llama-3.1-70b,fp8,vLLM,fixed,concurrency,8,64,1000,1000,2.5e6\n",
            "22 times the arithmetic of 8 × h100-sxm-80gb",
        ),
    ],
)
def test_slip_is_refused(overlaid: Overlay, table: str, text: str, reason: str) -> None:
    with pytest.raises(BadRow, match=f"{table}.csv, line 2: .*{reason}"):
        overlaid({table: text})
