"""What APIs charge per token by the rows of an overlay."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from hashlib import sha256
from typing import Any

from pricing.catalog.api_prices import ApiPrice
from pricing.catalog.names import normalised
from pricing.units import TOKENS_PER_MILLION_TOKENS


class OwnApiPrices:
    """The rows by provider and model, in any spelling."""

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        self._rows: dict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
        for row in rows:
            self._rows[normalised(row["provider"]), normalised(row["model"])].append(row)

    def find(
        self,
        provider: str,
        model: str,
        day: date,
        *,
        input_tokens: float,
        cached_input_tokens: float,
        output_tokens: float,
    ) -> ApiPrice | None:
        """The price of a request on a day, None where no row has one.

        input_tokens: all of them; cached_input_tokens: those in the cache of the provider.
        """
        for row in self._rows.get((normalised(provider), normalised(model)), ()):
            end = row["effective_to"]
            if row["effective_from"] <= day and (end is None or day < end):
                break
        else:
            return None
        usd, cached, output = _prices(row, input_tokens)
        uncached = input_tokens - cached_input_tokens
        total = uncached * usd + cached_input_tokens * cached + output_tokens * output
        return ApiPrice(
            provider=row["provider"],
            model=row["model"],
            source=row["source"],
            usd_per_request=total / TOKENS_PER_MILLION_TOKENS,
            fee_usd_per_request=0.0,
            usd_per_million_input_tokens=usd,
            usd_per_million_cached_input_tokens=cached,
            usd_per_million_output_tokens=output,
            by_the_hour=False,
            row_digest=sha256(repr(sorted(row.items())).encode()).hexdigest(),
        )


def _prices(row: Mapping[str, Any], input_tokens: float) -> tuple[float, float, float]:
    """Prices per million tokens of input, cached input and output, by the length of the input."""
    limit = row["long_input_tokens"]
    is_long = limit is not None and input_tokens > limit

    def price(kind: str) -> float | None:
        long: float | None = row[f"long_usd_per_million_{kind}_tokens"] if is_long else None
        usual: float | None = row[f"usd_per_million_{kind}_tokens"]
        return usual if long is None else long

    usd, output = price("input") or 0.0, price("output") or 0.0
    cached = price("cached_input")
    return usd, usd if cached is None else cached, output
