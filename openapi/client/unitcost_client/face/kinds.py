"""The kinds of question: where each is asked, and what answers it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import attrs

from unitcost_client import api, models
from unitcost_client.face.errors import UnreadableAnswer

T = TypeVar("T")

KindName = Literal[
    "ask",
    "unit_costs",
    "run_costs",
    "tco",
    "tco_comparisons",
    "comparisons",
    "sweeps",
    "explanations",
    "variances",
    "showbacks",
    "prices",
    "devices",
    "models",
    "measurements",
    "assumptions",
    "changes",
    "releases",
]
"""A kind of question, by the name of its method."""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of question.

    parameters: of a query string, empty for none; body: the fields of a question as JSON, empty
    where there is none.
    """

    path: str
    parameters: frozenset[str] = frozenset()
    body: frozenset[str] = frozenset()

    def answer(self, read: Callable[[Mapping[str, Any]], T], document: Mapping[str, Any]) -> T:
        """The typed answer, as `read` makes it. Raises UnreadableAnswer."""
        try:
            return read(document)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise UnreadableAnswer(
                f"The answer of {self.path} is not as this client knows it: {error!r}."
            ) from error


def wire_name(name: str) -> str:
    """The name of a field in a request: `from` of the keyword `from_`."""
    return name.removesuffix("_")


FIELDS = "fields"
"""Chooses parts of any answer, in a query string and in a body."""
VERBOSITY = "verbosity"
"""How long any answer in words is, likewise."""


def _of(fields: type) -> frozenset[str]:
    return _named(fields.__annotations__)


def _body(query: type) -> frozenset[str]:
    return _named(field.name for field in attrs.fields(query))


def _named(names: Iterable[str]) -> frozenset[str]:
    return frozenset((*map(wire_name, names), FIELDS, VERBOSITY))


ASK = Kind(path="/v1/ask", parameters=_of(api.Ask))
UNIT_COSTS = Kind(
    path="/v1/inference/unit-costs",
    parameters=_of(api.QuoteUnitCostsByParameters),
    body=_body(models.UnitCostQuery),
)
RUN_COSTS = Kind(
    path="/v1/training/run-costs",
    parameters=_of(api.QuoteRunCostsByParameters),
    body=_body(models.RunCostQuery),
)
TCO = Kind(
    path="/v1/inference/tco",
    parameters=_of(api.QuoteTcoByParameters),
    body=_body(models.TcoQuery),
)
TCO_COMPARISONS = Kind(path="/v1/inference/tco/comparisons", body=_of(api.CompareTco))
COMPARISONS = Kind(
    path="/v1/comparisons",
    body=_of(api.Compare),
)
SWEEPS = Kind(path="/v1/sweeps", body=_of(api.Sweep))
EXPLANATIONS = Kind(
    path="/v1/explanations",
    body=_of(api.Explain),
)
VARIANCES = Kind(
    path="/v1/inference/variances",
    body=_of(api.QuoteVariances),
)
SHOWBACKS = Kind(
    path="/v1/inference/showbacks",
    body=_of(api.ShareTco),
)

CATALOG = "/v1/catalog"
PRICES = Kind(path=f"{CATALOG}/prices", parameters=_of(api.ListPrices))
DEVICES = Kind(path=f"{CATALOG}/devices", parameters=_of(api.ListDevices))
MODELS = Kind(path=f"{CATALOG}/models", parameters=_of(api.ListModels))
MEASUREMENTS = Kind(
    path=f"{CATALOG}/measurements",
    parameters=_of(api.ListMeasurements),
)
ASSUMPTIONS = Kind(
    path=f"{CATALOG}/assumptions",
    parameters=_of(api.ListAssumptions),
)
CHANGES = Kind(path=f"{CATALOG}/changes", parameters=_of(api.ListChanges))
RELEASES = Kind(path=f"{CATALOG}/releases", parameters=_of(api.ListReleases))

KINDS: Mapping[KindName, Kind] = {
    "ask": ASK,
    "unit_costs": UNIT_COSTS,
    "run_costs": RUN_COSTS,
    "tco": TCO,
    "tco_comparisons": TCO_COMPARISONS,
    "comparisons": COMPARISONS,
    "sweeps": SWEEPS,
    "explanations": EXPLANATIONS,
    "variances": VARIANCES,
    "showbacks": SHOWBACKS,
    "prices": PRICES,
    "devices": DEVICES,
    "models": MODELS,
    "measurements": MEASUREMENTS,
    "assumptions": ASSUMPTIONS,
    "changes": CHANGES,
    "releases": RELEASES,
}
"""Every kind that has forms besides JSON."""
