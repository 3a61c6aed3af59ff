"""What changed between releases and overlays, and by how much."""

from pathlib import Path

import pytest

from pricing.catalog.library import Library
from pricing.releases.changes import RowChange, changes, counted

SAYS = 'name = "acme"\nbase = "2026-07-31"\nknown_by = 2026-09-15\n'
PRICES = (
    "provider,region,instance_type,option,effective_from,effective_to,usd_per_hour,device,"
    "device_count\n"
    "aws,us-east-1,p5.48xlarge,on_demand,2025-06-01,2026-08-01,55.04,h100-sxm-80gb,8\n"
    "aws,us-east-1,p5.48xlarge,on_demand,2026-08-01,,38.528,h100-sxm-80gb,8\n"
)
P5 = "aws/us-east-1/p5.48xlarge/on_demand"


@pytest.fixture
def found(tmp_path: Path, library: Library) -> dict[str, RowChange]:
    """The changes of an overlay with two prices and a default, by key."""
    (tmp_path / "overlay.toml").write_text(SAYS)
    (tmp_path / "prices.csv").write_text(PRICES)
    (tmp_path / "remove.csv").write_text("table,key\nmeasurements,TRT17-107\n")
    overlay = library.read(tmp_path)
    listed = changes(library.get("2026-07-31").release, overlay.release)
    return {change.key: change for change in listed}


def test_price_that_goes_on_says_by_how_much(found: dict[str, RowChange]) -> None:
    change = found[f"{P5}/2026-08-01"]

    assert change.change == "added"
    assert change.price_ratio == pytest.approx(0.7)
    assert [(one.before, one.after) for one in change.cells if one.column == "usd_per_hour"] == [
        (55.04, 38.528)
    ]


def test_price_that_gets_a_last_day_has_changed_its_source_too(
    found: dict[str, RowChange],
) -> None:
    change = found[f"{P5}/2025-06-01"]

    assert change.change == "ended"
    assert ("effective_to", None, "2026-08-01") in [
        (one.column, one.before, one.after) for one in change.cells
    ]


def test_row_that_is_gone_is_removed(found: dict[str, RowChange]) -> None:
    assert found["TRT17-107"].change == "removed"
    assert len(found) == 3


def test_counts_are_by_table_and_provider(found: dict[str, RowChange]) -> None:
    assert counted(list(found.values())) == {
        ("prices", "aws"): {"ended": 1, "added": 1},
        ("measurements", None): {"removed": 1},
    }


def test_release_does_not_differ_from_itself(library: Library) -> None:
    release = library.newest.release

    assert changes(release, release) == []


def test_changes_turned_round_are_the_opposite(library: Library) -> None:
    one, other = (library.get(name).release for name in ("2026-05-31", "2026-07-31"))

    there, back = changes(one, other), changes(other, one)

    assert {change.key for change in there if change.change == "added"} == {
        change.key for change in back if change.change == "removed"
    }
