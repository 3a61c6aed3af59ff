"""The tables of a release.

This is the published format. The columns of a table are declared in the class of its rows. A column
that is not there does not exist, and a table that is not listed here is no part of a release.
"""

from pricing.releases.api_prices import ApiPriceRow
from pricing.releases.columns import Row, Table
from pricing.releases.defaults import AssumptionRow, PowerRow, ReliabilityRow
from pricing.releases.devices import DeviceAliasRow, DeviceRow
from pricing.releases.measurements import MeasurementRow, MediaMeasurementRow, TrainingRunRow
from pricing.releases.models import ImageEncoderRow, ModelAliasRow, ModelRow
from pricing.releases.prices import ExchangeRateRow, InstanceRow, PriceListingRow, RegionRow

SCHEMA_VERSION = 2

_ROWS: dict[str, type[Row]] = {
    "devices": DeviceRow,
    "device_aliases": DeviceAliasRow,
    "models": ModelRow,
    "model_aliases": ModelAliasRow,
    "image_encoders": ImageEncoderRow,
    "prices": PriceListingRow,
    "api_prices": ApiPriceRow,
    "instances": InstanceRow,
    "measurements": MeasurementRow,
    "media_measurements": MediaMeasurementRow,
    "training_runs": TrainingRunRow,
    "power": PowerRow,
    "regions": RegionRow,
    "exchange_rates": ExchangeRateRow,
    "reliability": ReliabilityRow,
    "assumptions": AssumptionRow,
}
TABLES = {name: Table(name, row) for name, row in _ROWS.items()}

NEEDED = ("assumptions", "devices", "models", "prices")
"""Tables without whose rows no question has an answer."""

ALIASES = {"devices": "device_aliases", "models": "model_aliases"}
"""The other spellings of the keys of a table."""

UNITS = frozenset(
    {
        *("1", "USD/kWh", "EUR/kWh", "USD/device-hour", "USD/device", "USD", "W", "W/device"),
        *("gCO2e/kWh", "kWh", "ratio", "fraction", "count", "tokens", "bits", "bytes"),
        *("bytes/parameter", "GB/s", "s", "h", "days", "months", "years"),
        *("per day", "per hour", "per month", "s/layer", "s/megapixel", "s/token"),
        *("gibibytes", "USD/kW-month", "USD/GB", "USD/GB-month"),
    }
)
"""Units that tables with a `unit` column may use; the reliability table quotes its sources'."""
