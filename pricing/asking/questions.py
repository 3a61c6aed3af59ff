"""What a side of a question asks, as a query of the room that answers it."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pricing.asking.parts import Parts
from pricing.asking.query import ApiPriceQuery, DeviceFactsQuery, DevicePriceQuery
from pricing.asking.runs import EXAMPLE, run_query
from pricing.asking.words.apis import open_model
from pricing.asking.words.lexicon import Lexicon
from pricing.asking.words.said import Said
from pricing.asking.words.terms import ApiModel
from pricing.comparisons.query import ComparisonQuery, Vary
from pricing.errors import InvalidQuery
from pricing.fleet.query import PurchasePlan, Traffic
from pricing.quote.query import DOLLARS
from pricing.tco.query import TcoQuery
from pricing.unit_costs.query import UnitCostQuery
from pricing.units import HOURS_PER_DAY, HOURS_PER_MONTH, MINUTES_PER_HOUR, SECONDS_PER_DAY

COMPARED_DEVICES = 14
"""Devices that are compared where none is named: the most common ones, one of each kind."""

USUAL_MONTHS = 12
"""Months of a service of which only the traffic is told."""

DAYS_PER_MONTH = HOURS_PER_MONTH / HOURS_PER_DAY

FACTS = frozenset({"watts", "memory", "bandwidth", "flops"})
"""Figures that a device has without any work."""

MONEY = frozenset({"price", "per_hour", "per_month", "per_year"})

OBJECTIVES: Mapping[str, str] = {
    "fastest": "tpot_seconds",
    "greenest": "grams_co2e_per_million_output_tokens",
}
"""What ranks devices; the price of output tokens by default."""

NEXT = ("llama 70b on 8x h100", "h100 price on aws", "gpt-4o price per 1M tokens", EXAMPLE)
"""Questions that are answered, for those who ask none."""


class Ask(Struct, frozen=True):
    """What one side asks: a kind, and the query of its room.

    figures: what is asked for, the first first; assumed: what nobody said; hours: how long devices
    are paid for; counts: how many tokens, images or hours of audio the cost of all is asked for.
    """

    kind: str
    query: Struct
    figures: tuple[str, ...]
    assumed: tuple[str, ...]
    hours: float | None = None
    counts: Mapping[str, float] = {}


class Asker:
    """Makes a query of what one side says."""

    def __init__(
        self, said: Said, lexicon: Lexicon, catalog: str | None, as_of: str | None
    ) -> None:
        self._said = said
        self._lexicon = lexicon
        self._release = catalog
        self._day = said.get("as_of") or as_of
        self._parts = Parts(said, lexicon)

    def ask(self) -> Ask:
        """What the side asks. Raises a Refusal that says what is missing."""
        kind, query = self._query()
        said = self._said
        months = None if kind == "tco" else said.get("months")
        return Ask(
            kind,
            query,
            tuple(dict.fromkeys(said.figures)),
            tuple(dict.fromkeys(self._parts.assumed)),
            None if months is None else months * HOURS_PER_MONTH,
            self._counts() if kind == "unit_costs" else {},
        )

    def _counts(self) -> dict[str, float]:
        """What is counted whose cost is asked for in all."""
        said, makes_images = self._said, self._parts.makes_images
        images, minutes = said.get("made_images"), said.get("audio_minutes")
        hours = said.get("audio_hours") or (None if minutes is None else minutes / MINUTES_PER_HOUR)
        if images is not None and not makes_images:
            said.left.append(f"{images:g} images")
        counts = {
            "tokens": said.get("tokens"),
            "images": images if makes_images else None,
            "audio_hours": hours,
        }
        return {name: count for name, count in counts.items() if count is not None}

    def _query(self) -> tuple[str, Struct]:
        """The kind of question, and its query."""
        parts, said = self._parts, self._said
        sold = self._api_model()
        if sold is not None:
            return "api_price", self._api_price(sold)
        if said.get("method") is not None:
            return "run_costs", run_query(parts, self._release, self._day)
        if parts.model is None:
            return self._about_device()
        device = parts.device or parts.measured_device()
        if device is None:
            return "comparison", self._comparison()
        per_day = None if parts.is_media else parts.requests_per_day
        if per_day is not None:
            return "tco", self._service(device, per_day)
        return "unit_costs", self._unit_costs(device)

    def _api_model(self) -> ApiModel | None:
        """The model of an API, None where devices are meant."""
        said = self._said
        named: ApiModel | None = said.get("api_model")
        if named is not None:
            return named
        seller, model = said.get("api_provider"), said.get("model")
        if (seller or said.get("api")) is None or model is None or said.get("device") is not None:
            return None
        found = open_model(model, seller)
        if found is None:
            raise InvalidQuery(
                f"no price per token of {model} at {seller or 'the usual APIs'} is known: name a"
                " device to host it on, or another API",
                field="q",
                nearest=(f"{model} on h100",),
            )
        if seller is None:
            self._parts.assumed.append(f"the API is that of {found.provider}")
        return found

    def _about_device(self) -> tuple[str, Struct]:
        """The price of devices, or facts of them, where no model is named."""
        parts, said = self._parts, self._said
        if parts.device is None:
            raise InvalidQuery(_missing(said), field="q", nearest=NEXT)
        shared: dict[str, Any] = {
            "device": parts.device,
            "device_count": parts.count,
            "catalog": self._release,
            "as_of": self._day,
        }
        figures = {*said.figures}
        is_power = "watts" in figures and "price" not in figures
        is_fact = is_power or (figures & FACTS and not figures & MONEY)
        if is_fact and not {"option", "provider"} & said.slots.keys():
            said.left.extend(text for _, text in said.get("place") or ())
            return "device_facts", DeviceFactsQuery(facility=parts.facility, **shared)
        months = said.get("months")
        hours = None if months is None else months * HOURS_PER_MONTH
        return "device_price", DevicePriceQuery(hours=hours, purchase=parts.purchase, **shared)

    def _api_price(self, sold: ApiModel) -> ApiPriceQuery:
        said = self._said
        rate, tokens = said.get("requests_per_second"), said.get("tokens_per_day")
        per_day = said.get("requests_per_day")
        if per_day is None and rate is not None:
            per_day = rate * SECONDS_PER_DAY
        return ApiPriceQuery(
            provider=sold.provider,
            model=sold.model,
            input_tokens=said.get("input_tokens"),
            output_tokens=said.get("output_tokens"),
            requests_per_month=None if per_day is None else per_day * DAYS_PER_MONTH,
            tokens_per_month=None if tokens is None else tokens * DAYS_PER_MONTH,
            catalog=self._release,
            as_of=self._day,
        )

    @property
    def _shared(self) -> dict[str, Any]:
        """The fields that all questions about serving have."""
        parts, said = self._parts, self._said
        return {
            "model": parts.model,
            "workload": said.get("workload") or "interactive",
            "slo": parts.slo,
            "facility": parts.facility,
            "currency": said.get("currency") or DOLLARS,
            "catalog": self._release,
            "as_of": self._day,
        }

    def _unit_costs(self, device: str) -> UnitCostQuery:
        parts = self._parts
        return UnitCostQuery(
            deployment=parts.deployment(device),
            load=parts.load(),
            utilization_fraction=self._said.get("utilization"),
            purchase=parts.purchase,
            **self._shared,
        )

    def _service(self, device: str, per_day: float) -> TcoQuery:
        parts, said = self._parts, self._said
        months = said.get("months")
        if months is None:
            months = USUAL_MONTHS
            parts.assumed.append(f"the service runs for {USUAL_MONTHS} months")
        bought = parts.purchase
        return TcoQuery(
            deployment=parts.deployment(device),
            traffic=Traffic(
                requests_per_day=per_day, growth_per_month_fraction=said.get("growth") or 0.0
            ),
            load=parts.load(with_rate=False),
            horizon_months=max(round(months), 1),
            purchase=PurchasePlan(
                option=bought.option,
                provider=bought.provider,
                region=bought.region,
                instance_type=bought.instance_type,
                discount_fraction=bought.discount_fraction,
                usd_per_device_hour=bought.usd_per_device_hour,
            ),
            drivers=False,
            **self._shared,
        )

    def _comparison(self) -> ComparisonQuery:
        parts, said = self._parts, self._said
        ranks = parts.catalog.popularity.devices
        kinds: dict[str, str] = {}
        for device in sorted(ranks, key=ranks.__getitem__):
            kinds.setdefault(kind_of(device), device)
        parts.assumed.append(
            f"no device is named: the {COMPARED_DEVICES} kinds that most providers rent out are"
            " compared"
        )
        bought, per_day = parts.purchase, parts.requests_per_day
        rate = None if per_day is None else per_day / SECONDS_PER_DAY
        objective: Any = OBJECTIVES.get(said.get("superlative"))
        return ComparisonQuery(
            load=parts.load(rate=rate),
            objective=objective,
            vary=Vary(
                devices=tuple(kinds.values())[:COMPARED_DEVICES],
                device_counts=(parts.count,),
                precisions=(said.get("precision"),),
                engines=(said.get("engine"),),
                options=(bought.option,),
                providers=(bought.provider,),
                regions=(bought.region,),
            ),
            utilization_fraction=said.get("utilization"),
            limit_count=10,
            **self._shared,
        )


def kind_of(device: str) -> str:
    """What devices are called that differ by their boards or memory.

    >>> kind_of("h100-pcie-80gb"), kind_of("rtx-pro-6000-se"), kind_of("rtx-4090")
    ('h100', 'rtx-pro-6000', 'rtx-4090')
    """
    words = device.split("-")
    number = next((at for at, word in enumerate(words) if any(map(str.isdigit, word))), 0)
    return "-".join(words[: number + 1])


def _missing(said: Said) -> str:
    """What to ask instead of a question without a model, a device or an API."""
    if said.get("superlative"):
        return "for which model? Write for example: cheapest gpu for llama 70b"
    return (
        "the question names no model, no device and no API that is known. Write for example:"
        f" {NEXT[0]}"
    )
