"""What a side of a question asks, as a query of the room that answers it."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pricing.asking.apis import api_model, api_price_query, refuse_unknown_size
from pricing.asking.buying.places import lowest_regions
from pricing.asking.buying.purchases import purchase_of
from pricing.asking.buying.sale import Sale, sale_of
from pricing.asking.buying.sites import facility_of
from pricing.asking.counts import counts_of, first_figures
from pricing.asking.devices.device_questions import about_device, fill_site, needs_model
from pricing.asking.hints import missing, next_of, refuse_unpriced, without_model
from pricing.asking.parts import Parts
from pricing.asking.query import DevicePriceQuery
from pricing.asking.runs import pays_for_time, run_query
from pricing.asking.traffic import BUDGETS, tell_lengths
from pricing.asking.words.amounts.numbers import short
from pricing.asking.words.devices import common_kinds
from pricing.asking.words.lexicon import Lexicon
from pricing.asking.words.memory.fits import LOADS, OF_MEMORY, ONE_COUNT
from pricing.asking.words.slots import Said
from pricing.asking.words.terms import ApiModel
from pricing.comparisons.query import ComparisonQuery, Vary
from pricing.errors import InvalidQuery
from pricing.fleet.query import PurchasePlan, Traffic
from pricing.purchasing.commitments import TERM_YEARS
from pricing.quote.query import DOLLARS
from pricing.tco.query import Alternative, TcoQuery
from pricing.unit_costs.query import UnitCostQuery
from pricing.units import DAYS_PER_MONTH, HOURS_PER_MONTH, MONTHS_PER_YEAR, SECONDS_PER_DAY

COMPARED_DEVICES = 14
"""Devices that are compared where none is named: the most common ones, one of each kind."""

LEAST_PRETRAINED = 10e9
"""Tokens of epochs from which on a model is trained, and not tuned."""

OBJECTIVES: Mapping[str, str] = {
    "fastest": "tpot_seconds",
    "greenest": "grams_co2e_per_million_output_tokens",
    "leanest": "joules_per_output_token",
}
"""What ranks devices; the price of output tokens by default."""


LASTS = "the service runs for"
"""How a horizon that nobody says is told, before it."""


class Ask(Struct, frozen=True):
    """What one side asks: a kind, and the query of its room.

    figures: what is asked for, the first first; assumed: what nobody said; hours: how long devices
    are paid for; counts: how many tokens, images or hours of audio the cost of all is asked for;
    sale: what all of it is sold for.
    """

    kind: str
    query: Struct
    figures: tuple[str, ...]
    assumed: tuple[str, ...]
    hours: float | None = None
    counts: Mapping[str, float] = {}
    sale: Sale | None = None


class Asker:
    """Makes a query of what one side says."""

    def __init__(
        self, said: Said, lexicon: Lexicon, catalog: str | None, as_of: str | None
    ) -> None:
        self._said = said
        self._lexicon = lexicon
        self._release = catalog
        self._day = said.get("as_of") or as_of
        self._parts = Parts(said, lexicon, self._day)

    def ask(self) -> Ask:
        """What the side asks. Raises a Refusal that says what is missing."""
        kind, query = self._query()
        said = self._said
        counts = counts_of(kind, query, self._parts)
        sale = sale_of(kind, said)
        if kind != "run_costs" and said.get("number") is not None:
            said.left.append(short(said.get("number")))
        months = None if kind in {"tco", "run_costs", "device_price"} else said.get("months")
        hours = None if months is None else months * HOURS_PER_MONTH
        if kind == "device_facts" and said.get("device_hours"):
            hours = said.get("device_hours") / (self._parts.count or 1)
        per_day = self._parts.hours_per_day
        if per_day and kind in {"unit_costs", "device_facts"}:
            whole = MONTHS_PER_YEAR if "per_year" in said.figures else 1.0
            hours = per_day * DAYS_PER_MONTH * (months or whole)
        if kind == "unit_costs" and said.get("usd_per_kilowatt_hour"):
            if "price" in said.figures:
                said.figures[:] = [name for name in said.figures if name != "watts"]  # power at 0.2
            elif "watts" in said.figures and not said.get("purchase_usd"):
                said.figures.insert(0, "electricity")  # electricity at 30 cents a kWh
        return Ask(
            kind,
            query,
            tuple(dict.fromkeys((*first_figures(kind, query, said), *said.figures))),
            tuple(dict.fromkeys(self._parts.assumed)),
            query.hours if isinstance(query, DevicePriceQuery) else hours,
            counts,
            sale,
        )

    def _query(self) -> tuple[str, Struct]:
        """The kind of question, and its query."""
        parts, said = self._parts, self._said
        self._imply_method()
        refuse_unpriced(parts.said, parts.device)
        sold = api_model(parts)
        if sold is not None:
            refuse_unknown_size(parts, sold)
            is_beside = said.get("api_model") is not None and parts.model is not None
            found = (
                self._break_even(sold)
                if is_beside
                else api_price_query(parts, sold, self._release, self._day)
            )
            return "tco" if is_beside else "api_price", found
        if said.get("method") is not None and not pays_for_time(parts):
            return "run_costs", run_query(parts, self._release, self._day)
        if parts.model is None or said.get("method") is not None:
            return self._device()
        has_rate = said.get("requests_per_second") is not None
        if parts.is_media and {*said.figures} & OF_MEMORY and not has_rate:
            why = f"the memory of {parts.model} is not known, and its measured speed and cost are"
            raise InvalidQuery(why, field="q", nearest=(f"{parts.model} on l40s",))
        device = parts.device or parts.measured_device() or self._usual_device()
        if device is None:
            return "comparison", self._comparison()
        per_day = None if parts.is_media else parts.requests_per_day
        if per_day is not None:
            return "tco", self._service(device, per_day)
        return "unit_costs", self._unit_costs(device)

    def _imply_method(self) -> None:
        """Take a method of training where what is said is of no other work."""
        parts, said = self._parts, self._said
        if said.get("epochs") and said.get("method") is None:
            is_large = (said.get("tokens") or 0.0) >= LEAST_PRETRAINED
            said.slots["method"] = "pretraining" if is_large else "full_finetuning"
            parts.assumed.append(f"epochs are read as those of {said.get('method')}")
        is_of_work = said.get("tokens") or not {*LOADS, "device_hours"} & said.slots.keys()
        if "device_hours" in said.figures and parts.model is not None and is_of_work:
            said.slots.setdefault("method", "pretraining")
        is_timed = said.get("tokens") and ("duration" in said.figures or said.get("mfu"))
        is_of_run = said.get("petaflop_days") or said.get("compute_optimal")
        if "optimizer_memory" in said.figures:
            said.slots.setdefault("method", "full_finetuning")
        if (is_timed and not said.get("reads")) or is_of_run:
            said.slots.setdefault("method", "pretraining")  # how long do so many tokens take

    def _device(self) -> tuple[str, Struct]:
        """A question about devices alone. Raises InvalidQuery where it needs more."""
        parts, said = self._parts, self._said
        if parts.device is None or said.get("asks_model"):
            raise InvalidQuery(missing(said), field="q", nearest=next_of(said))
        if needs_model(parts):
            why, near = without_model(said, parts.device)
            raise InvalidQuery(why, field="q", nearest=near)
        return about_device(parts, self._release, self._day)

    def _usual_device(self) -> str | None:
        """The most common device, of the memory that is said, for a question of memory."""
        asked = {*self._said.figures}
        if not asked & (OF_MEMORY if self._said.get("gigabytes") is None else ONE_COUNT):
            return None
        if "concurrent" in asked and {*BUDGETS} & self._said.slots.keys():
            return None  # the device that serves the most users for it is looked for
        ranks = self._parts.catalog.popularity.devices
        device = self._parts.of_memory(sorted(ranks, key=ranks.__getitem__))[0]
        self._parts.assumed.append(f"no device is named: {device}, the most common one, is taken")
        return device

    def _break_even(self, sold: ApiModel) -> TcoQuery:
        """A service beside an API. Raises InvalidQuery where no device is named."""
        parts, model = self._parts, self._parts.model
        if parts.device is None:
            raise InvalidQuery(
                "on which devices is it hosted? Write for example:"
                f" break even of {model} on 4x h100 vs {sold.model}",
                field="q",
                nearest=(f"break even of {model} on 4x h100 vs {sold.model}",),
            )
        per_day = parts.requests_per_day
        if per_day is None:
            per_day = parts.catalog.assumptions["asking.requests_per_day"].value
            parts.assumed.append(
                f"{per_day:,.0f} requests a day are taken, as no traffic is said: the break-even"
                " does not depend on them"
            )
        return self._service(parts.device, per_day, sold)

    @property
    def _shared(self) -> dict[str, Any]:
        """The fields that all questions about serving have."""
        parts, said = self._parts, self._said
        return {
            "model": parts.model,
            "workload": said.get("workload") or "interactive",
            "slo": parts.slo,
            "facility": facility_of(parts),
            "currency": said.get("currency") or DOLLARS,
            "catalog": self._release,
            "as_of": self._day,
        }

    def _unit_costs(self, device: str) -> UnitCostQuery:
        parts = self._parts
        if self._said.get("megawatts") and parts.device is not None:
            fill_site(parts)
            self._said.figures.insert(0, "tokens_per_second")  # what a site of so many MW writes
        return UnitCostQuery(
            deployment=parts.deployment(device),
            load=parts.load(),
            utilization_fraction=self._said.get("utilization"),
            purchase=purchase_of(parts),
            drivers="drivers" in self._said.figures,
            **self._shared,
        )

    def _service(self, device: str, per_day: float, sold: ApiModel | None = None) -> TcoQuery:
        parts, said = self._parts, self._said
        months = said.get("months")
        if months is None:
            usual = parts.catalog.assumptions["asking.service_months"].value
            term_years = TERM_YEARS.get(said.get("option"), 0.0)
            months = max(usual, term_years * MONTHS_PER_YEAR)
            parts.assumed.append(f"{LASTS} {months:g} months")
        bought = purchase_of(parts)
        return TcoQuery(
            deployment=parts.deployment(device),
            traffic=Traffic(
                requests_per_day=per_day,
                growth_per_month_fraction=said.get("growth") or 0.0,
                peak_to_average_ratio=said.get("peak_ratio"),
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
                ownership=bought.ownership,
            ),
            drivers="drivers" in said.figures,
            confidence=said.get("confidence"),
            alternative=None
            if sold is None
            else Alternative(provider=sold.provider, model=sold.model),
            **self._shared,
        )

    def _comparison(self) -> ComparisonQuery:
        parts, said = self._parts, self._said
        compared = parts.of_memory(common_kinds(parts.catalog))[:COMPARED_DEVICES]
        parts.assumed.append(
            f"no device is named: the {len(compared)} kinds that most providers rent out are"
            " compared"
        )
        bought, per_day = purchase_of(parts), parts.requests_per_day
        regions = lowest_regions(parts, compared)
        if said.get("speculation") not in {None, "none"}:
            said.left.append("speculative decoding")
        if not parts.is_media:
            tell_lengths(said, parts.catalog, parts.assumed)
        rate = None if per_day is None else per_day / SECONDS_PER_DAY
        objective: Any = OBJECTIVES.get(said.get("superlative"))
        load = parts.load(rate=rate)
        if said.get("superlative") == "fastest" and (load.concurrency, rate) == (None, None):
            load = replace(load, concurrency=1.0)
            parts.assumed.append("devices are ranked by the speed of a request alone")
        return ComparisonQuery(
            load=load,
            objective=objective,
            vary=Vary(
                devices=compared,
                device_counts=(parts.count,),
                precisions=(said.get("precision"),),
                engines=(said.get("engine"),),
                options=(bought.option,),
                providers=(None if regions else bought.provider,),
                regions=regions or (bought.region,),
            ),
            utilization_fraction=said.get("utilization"),
            limit_count=COMPARED_DEVICES if said.get("most_usd_per_hour") else 10,
            **self._shared,
        )
