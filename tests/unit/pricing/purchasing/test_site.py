import pytest

from pricing.catalog.library import Library
from pricing.purchasing.query import Facility
from pricing.purchasing.site import Site, site
from pricing.quote.context import QuoteContext


def placed(
    library: Library,
    facility: Facility | None = None,
    *,
    provider: str | None = None,
    region: str | None = None,
    pays_energy: bool = True,
) -> tuple[Site, set[str]]:
    """The site, and the keys of what was assumed for it."""
    context = QuoteContext(library.get("2026-07-31"), None)
    found = site(
        context, facility or Facility(), provider=provider, region=region, pays_energy=pays_energy
    )
    return found, {assumption.key for assumption in context.assumptions}


def test_given_values_replace_assumptions(library: Library) -> None:
    facility = Facility(
        pue_ratio=1.07, usd_per_kilowatt_hour=0.05, grams_co2e_per_kilowatt_hour=20.0
    )

    assert placed(library, facility, provider="gcp", region="us-central1") == (
        Site(1.07, 0.05, 20.0),
        set(),
    )


def test_free_electricity_is_a_value_too(library: Library) -> None:
    found, _ = placed(library, Facility(usd_per_kilowatt_hour=0.0))

    assert found.usd_per_kilowatt_hour == 0.0


def test_unknown_place_has_the_defaults(library: Library) -> None:
    found, assumed = placed(library)
    defaults = library.newest.assumptions

    assert found.pue_ratio == defaults["facility.pue_ratio"].value
    assert assumed == {
        "facility.pue_ratio",
        "facility.usd_per_kilowatt_hour",
        "facility.grams_co2e_per_kilowatt_hour",
    }


def test_region_of_one_provider_is_known_without_its_name(library: Library) -> None:
    assert placed(library, region="us-east-1") == placed(
        library, provider="aws", region="us-east-1"
    )


def test_region_of_several_providers_has_the_defaults(library: Library) -> None:
    assert placed(library, region="us-central1") == placed(library)


@pytest.mark.parametrize("region", ["us", "US", "Us"])
def test_region_of_several_providers_in_one_country_has_its_grid(
    library: Library, region: str
) -> None:
    assert placed(library, region=region) == placed(library, provider="runpod", region="US")


def test_tenant_does_not_pay_the_electricity(library: Library) -> None:
    found, assumed = placed(library, pays_energy=False)

    assert found.usd_per_kilowatt_hour == 0.0
    assert "facility.usd_per_kilowatt_hour" not in assumed


@pytest.mark.parametrize(
    ("provider", "region", "country"),
    [
        ("aws", "us-east-1", "USA"),
        ("aws", "eu-west-1", "IRL"),
        ("aws", "eu-central-1", "DEU"),
        ("azure", "francecentral", "FRA"),
    ],
)
def test_region_has_the_grid_of_its_place(
    library: Library, provider: str, region: str, country: str
) -> None:
    power = library.newest.power
    published = (
        power.get(("grid_carbon_intensity", provider, region))
        or power["grid_carbon_intensity", "", country]
    )
    found, assumed = placed(library, provider=provider, region=region)

    assert found.grams_co2e_per_kilowatt_hour == published.value
    assert published.key in assumed


def test_american_region_pays_the_price_of_its_state(library: Library) -> None:
    found, _ = placed(library, provider="aws", region="us-east-1")

    assert (
        found.usd_per_kilowatt_hour
        == library.newest.power["electricity_price_industrial", "", "US Virginia"].value
    )


def test_electricity_is_priced_in_dollars_everywhere(library: Library) -> None:
    context = QuoteContext(library.newest, None)
    for provider, region in library.newest.regions:
        site(context, Facility(), provider=provider, region=region, pays_energy=True)
    units = {
        assumption.key: assumption.unit
        for assumption in context.assumptions
        if "electricity" in assumption.key or "usd_per_kilowatt_hour" in assumption.key
    }

    assert {key: unit for key, unit in units.items() if unit != "USD/kWh"} == {}


def test_no_provider_has_a_pue_below_one(library: Library) -> None:
    ratios = {
        (provider, region): placed(library, provider=provider, region=region)[0].pue_ratio
        for provider, regions in library.newest.providers.items()
        for region in regions
    }

    assert min(ratios.values()) >= 1.0
    assert max(ratios.values()) <= 2.0
