"""Questions of tools: arguments read as the query of an operation."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pricing.asking.query import AskQuery
from pricing.catalog.library import Library
from pricing.comparisons.query import ComparisonQuery
from pricing.comparisons.services.query import ServiceComparisonQuery
from pricing.explanations.query import ExplanationQuery
from pricing.purchasing.query import RunPurchase
from pricing.quote.context import QuoteContext
from pricing.run_costs.query import PLACED_OPTIONS, RunCostParameters, RunCostQuery
from pricing.tco.by_parameters.query import TcoParameters
from pricing.tco.query import TcoQuery
from pricing.unit_costs.by_parameters.query import UnitCostParameters
from pricing.unit_costs.query import UnitCostQuery
from service.agents.field_places import as_query, placed, places_of
from service.asking.answer import PATHS
from service.http.decode_errors import with_integers
from service.http.problems import Refused
from service.http.request import of_parameters
from service.operations.catalog.pages import PriceParameters

Arguments = Mapping[str, Any]

TCO_PLACES = {
    "alternative_provider": "alternative.provider",
    "alternative_model": "alternative.model",
}
"""Places of names that a query about a service has not."""

COMPARED_PLACES = {
    name: f"vary.{name}s"
    for name in ("device", "device_count", "precision", "engine", "option", "provider", "region")
}
"""What varies in a comparison, by the name of one of it."""

SERVICE_PLACES = {
    **{name: place for name, place in COMPARED_PLACES.items() if name != "option"},
    "plan": "vary.plans",
}
"""The same of services over time, which are bought by plans."""

SERVICE_FIELDS = frozenset(
    {"requests_per_day", "traffic", "traffic.requests_per_day", "horizon_months", "plans", "plan"}
)
"""Fields that only services over time have."""

SERVICE_PATH = "/v1/inference/tco/comparisons"

QUOTED = {
    "unit_costs": "quoteUnitCostsByParameters",
    "run_costs": "quoteRunCostsByParameters",
    "tco": "quoteTcoByParameters",
}
"""The operations that take parameters."""

MOST_CANDIDATES = 10
"""Candidates of a comparison where nobody says."""

MOST_PRICES = 1_000_000
"""Prices that are looked at to find the lowest: those of any day are fewer."""


class Question(Struct, frozen=True, kw_only=True):
    """What a tool asks: an operation and its query.

    path: of the same question over HTTP, with the parameters of a GET; body: of a POST.
    """

    operation: str
    query: Struct
    method: str
    path: str
    body: Mapping[str, Any] | None = None

    def over_http(self, provenance: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same question over HTTP, with the release and the day of its answer."""
        names = self.query.__struct_fields__
        pins: dict[str, str] = {
            name: provenance[name]
            for name in ("catalog", "as_of")
            if name in names and provenance.get(name) and getattr(self.query, name) is None
        }
        if self.body is not None:
            return {"method": "POST", "path": self.path, "body": {**self.body, **pins}}
        more = f"&{urlencode(pins)}" if pins else ""
        return {"method": "GET", "path": f"{self.path}{more}"}

    @property
    def asked(self) -> Mapping[str, Any]:
        """The query in full as plain values."""
        whole = getattr(self.query, "query", None)
        found: Mapping[str, Any] = msgspec.to_builtins(whole() if whole else self.query)
        return found


def in_words(given: Arguments, _library: Library) -> Question:
    """A question in words."""
    query = of_parameters(_texts(given), AskQuery)
    return _got("ask", "/v1/ask", _texts(given), query)


def unit_costs(given: Arguments, _library: Library) -> Question:
    """What a token, a request and a watt cost."""
    if by_parameters := _by_parameters("unit_costs", given, UnitCostParameters, UnitCostQuery):
        return by_parameters
    body = placed(given, UnitCostQuery, {})
    return _posted("quoteUnitCosts", PATHS["unit_costs"], body, as_query(body, UnitCostQuery))


def run_costs(given: Arguments, _library: Library) -> Question:
    """What a training run costs under each way of buying its capacity."""
    if by_parameters := _by_parameters("run_costs", given, RunCostParameters, RunCostQuery):
        return by_parameters
    known = places_of(RunCostQuery)
    bought = {
        name: value
        for name, value in given.items()
        if name not in known and name in RunPurchase.__struct_fields__ and value is not None
    }
    others = {name: value for name, value in given.items() if name not in bought}
    body = placed(others, RunCostQuery, {})
    if bought and "purchases" not in body:
        body["purchases"] = _purchases(bought)
    return _posted("quoteRunCosts", PATHS["run_costs"], body, as_query(body, RunCostQuery))


def _purchases(bought: Arguments) -> Sequence[Mapping[str, Any]]:
    """One purchase, or one of each option where only a place is named."""
    if bought.keys() <= {"provider", "region"}:
        return [{"option": option, **bought} for option in PLACED_OPTIONS]
    return [bought]


def tco(given: Arguments, _library: Library) -> Question:
    """What a service costs by the month."""
    if by_parameters := _by_parameters("tco", given, TcoParameters, TcoQuery):
        return by_parameters
    body = placed(given, TcoQuery, TCO_PLACES)
    return _posted("quoteTco", PATHS["tco"], body, as_query(body, TcoQuery))


def comparison(given: Arguments, _library: Library) -> Question:
    """Which devices or ways of buying are best."""
    listed = {
        name: [value]
        if {name, name.removesuffix("s")} & {*COMPARED_PLACES, *SERVICE_PLACES}
        and not isinstance(value, list)
        else value
        for name, value in given.items()
    }
    if given.keys() & SERVICE_FIELDS:
        return _services(listed)
    body = {"limit_count": MOST_CANDIDATES, **placed(listed, ComparisonQuery, COMPARED_PLACES)}
    query = as_query(body, ComparisonQuery)
    return _posted("compare", PATHS["comparison"], body, query)


def _services(listed: Arguments) -> Question:
    """Which way to serve a load costs least in all; options are plans."""
    told = dict(listed)
    if "options" in told and "plans" not in told:
        told["plans"] = told.pop("options")
    body = {"limit_count": MOST_CANDIDATES, **placed(told, ServiceComparisonQuery, SERVICE_PLACES)}
    query = as_query(body, ServiceComparisonQuery)
    return _posted("compareTco", SERVICE_PATH, body, query)


def prices(given: Arguments, library: Library) -> Question:
    """The prices of one day, of which the lowest are told."""
    wanted = {name: value for name, value in given.items() if name != "limit"}
    query = of_parameters(_texts(wanted), PriceParameters)
    if query.as_of is None:
        day = QuoteContext.open(library, catalog=query.catalog, as_of=None).as_of
        query = replace(query, as_of=day)
        wanted["as_of"] = day
    looked_at = replace(query, limit=MOST_PRICES)
    return _got("listPrices", "/v1/catalog/prices", _texts(wanted), looked_at)


def explanation(given: Arguments, _library: Library) -> Question:
    """Why a figure differs under two circumstances."""
    kinds: Mapping[Any, tuple[type[Struct], Mapping[str, str]]] = {
        "unit_costs": (UnitCostQuery, {}),
        "run_costs": (RunCostQuery, {}),
        "tco": (TcoQuery, TCO_PLACES),
    }
    asked, renamed = kinds.get(str(given.get("kind")), (UnitCostQuery, {}))
    body = dict(given)
    for side in ("base", "from", "to"):
        fields = given.get(side)
        if isinstance(fields, Mapping):
            body[side] = _side(fields, asked, renamed)
    query = as_query(body, ExplanationQuery)
    return _posted("explain", "/v1/explanations", body, query)


def _side(fields: Arguments, asked: type[Struct], renamed: Mapping[str, str]) -> Mapping[str, Any]:
    """Fields of one side, each under its place; a run has its purchase by itself."""
    own = {
        name: f"purchase.{name}"
        for name in RunPurchase.__struct_fields__
        if asked is RunCostQuery and name not in places_of(RunCostQuery)
    }
    return placed(fields, asked, {**renamed, **own})


def _by_parameters(
    kind: str, given: Arguments, asked: type[Struct], posted: type[Struct]
) -> Question | None:
    """The question as a GET; None where it does not take all of these arguments."""
    for name, value in given.items():
        if name not in asked.__struct_encode_fields__ or not isinstance(value, str | int | float):
            return None
    query = of_parameters(_plain(given), asked, posted=posted)
    return _got(QUOTED[kind], PATHS[kind], given, query)


def _plain(given: Arguments) -> dict[str, Any]:
    plain: dict[str, Any] = with_integers(dict(given))
    return plain


def _texts(given: Arguments) -> dict[str, str]:
    """Arguments as the parameters of a GET. Raises Refused for one that is no text or number."""
    for name, value in given.items():
        if not isinstance(value, str | int | float):
            raise Refused("invalid-request", "expected a text or a number", field=name)
    return {name: _text(value) for name, value in _plain(given).items()}


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _got(operation: str, path: str, given: Arguments, query: Struct) -> Question:
    told = urlencode({name: _text(value) for name, value in _plain(given).items()})
    return Question(operation=operation, query=query, method="GET", path=f"{path}?{told}")


def _posted(operation: str, path: str, body: Arguments, query: Struct) -> Question:
    told = as_given(msgspec.to_builtins(query), body)
    return Question(operation=operation, query=query, method="POST", path=path, body=told)


def as_given(whole: Any, given: Any) -> Any:
    """Of a query what was given, as the schema writes it.

    >>> as_given({"tokens": 1e12, "drivers": False}, {"tokens": "1T"})
    {'tokens': 1000000000000.0}
    """
    if isinstance(whole, Mapping) and isinstance(given, Mapping):
        return {name: as_given(whole[name], inner) for name, inner in given.items()}
    if isinstance(whole, list | tuple) and isinstance(given, list):
        return [as_given(one, inner) for one, inner in zip(whole, given, strict=True)]
    return whole
