"""The client."""

import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack

import httpx

from unitcost_client import api
from unitcost_client import models as rows
from unitcost_client.face import answers, kinds
from unitcost_client.face.connection import TIMEOUT_SECONDS, Attempts, address, headers
from unitcost_client.face.errors import document_of
from unitcost_client.face.frames import frame_of, joined
from unitcost_client.face.kinds import FIELDS, KINDS, Kind, KindName
from unitcost_client.face.pages import PAGE_ROWS, Fetched, Rows, page_fields, rows_of
from unitcost_client.face.patience import Patience
from unitcost_client.face.questions import (
    FORMS,
    Form,
    Question,
    Request,
    pins,
    request_of,
)

if TYPE_CHECKING:
    import polars as pl

A = TypeVar("A", bound=answers.Forms)
T = TypeVar("T")


class Client:
    """Asks a service of Unitcost.

    A question is keywords, a dict, or a query of `unitcost_client.models`. Its answer is typed. A
    refusal raises UnitcostProblem.

    base_url: default: UNITCOST_URL, else `http://127.0.0.1:8000`; key: default: UNITCOST_KEY;
    timeout_seconds: for each try; patience: for how long a question is asked again; http: a client
    of httpx of your own, with its own address, headers and timeout.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        key: str | None = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        patience: Patience | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        self._http = http or httpx.Client(
            base_url=address(base_url), headers=headers(key), timeout=timeout_seconds
        )
        self._patience = patience or Patience()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def ask(
        self, q: str, /, *, catalog: str | None = None, as_of: str | None = None
    ) -> answers.Asked:
        """A question in words, read and answered: `llama 70b on 8x h100 at aws`."""
        return self._asked(
            kinds.ASK, answers.Asked.from_dict, None, {"q": q, "catalog": catalog, "as_of": as_of}
        )

    def unit_costs(
        self, question: Question | None = None, /, **keywords: Unpack[api.QuoteUnitCosts]
    ) -> answers.UnitCosts:
        """What a token, a request and a watt cost on a deployment."""
        return self._asked(kinds.UNIT_COSTS, answers.UnitCosts.from_dict, question, keywords)

    def run_costs(
        self, question: Question | None = None, /, **keywords: Unpack[api.QuoteRunCosts]
    ) -> answers.RunCosts:
        """What a training run costs, under each way of buying."""
        return self._asked(kinds.RUN_COSTS, answers.RunCosts.from_dict, question, keywords)

    def tco(
        self, question: Question | None = None, /, **keywords: Unpack[api.QuoteTco]
    ) -> answers.Tco:
        """What a service costs, month by month."""
        return self._asked(kinds.TCO, answers.Tco.from_dict, question, keywords)

    def tco_comparisons(
        self, question: Question | None = None, /, **keywords: Unpack[api.CompareTco]
    ) -> answers.TcoComparison:
        """Devices, providers and plans, ranked by the total of a service."""
        return self._asked(
            kinds.TCO_COMPARISONS, answers.TcoComparison.from_dict, question, keywords
        )

    def comparisons(
        self, question: Question | None = None, /, **keywords: Unpack[api.Compare]
    ) -> answers.Comparison:
        """Candidates, ranked by one objective."""
        return self._asked(kinds.COMPARISONS, answers.Comparison.from_dict, question, keywords)

    def sweeps(
        self, question: Question | None = None, /, **keywords: Unpack[api.Sweep]
    ) -> answers.Sweep:
        """Many questions at once, a row each."""
        return self._asked(kinds.SWEEPS, answers.Sweep.from_dict, question, keywords)

    def explanations(
        self, question: Question | None = None, /, **keywords: Unpack[api.Explain]
    ) -> answers.Explanation:
        """Why one figure differs from another, in effects that add up."""
        return self._asked(kinds.EXPLANATIONS, answers.Explanation.from_dict, question, keywords)

    def variances(
        self, question: Question | None = None, /, **keywords: Unpack[api.QuoteVariances]
    ) -> answers.Variances:
        """What was billed and served beside the plan."""
        return self._asked(kinds.VARIANCES, answers.Variances.from_dict, question, keywords)

    def showbacks(
        self, question: Question | None = None, /, **keywords: Unpack[api.ShareTco]
    ) -> answers.Showback:
        """The cost of a service, shared among teams."""
        return self._asked(kinds.SHOWBACKS, answers.Showback.from_dict, question, keywords)

    def prices(self, **keywords: Unpack[api.ListPrices]) -> Rows[rows.PriceListingRow]:
        """Prices of the catalogue."""
        return self._listed(kinds.PRICES, rows.PricePage.from_dict, keywords)

    def devices(self, **keywords: Unpack[api.ListDevices]) -> Rows[rows.DeviceRow]:
        """Devices of the catalogue."""
        return self._listed(kinds.DEVICES, rows.DevicePage.from_dict, keywords)

    def models(self, **keywords: Unpack[api.ListModels]) -> Rows[rows.ModelRow]:
        """Models of the catalogue."""
        return self._listed(kinds.MODELS, rows.ModelPage.from_dict, keywords)

    def measurements(
        self, **keywords: Unpack[api.ListMeasurements]
    ) -> Rows[rows.InferenceMeasurementRow | rows.TrainingMeasurementRow]:
        """Published measurements of the catalogue."""
        return self._listed(kinds.MEASUREMENTS, rows.MeasurementPage.from_dict, keywords)

    def assumptions(self, **keywords: Unpack[api.ListAssumptions]) -> Rows[rows.AssumptionRow]:
        """Defaults, with their ranges and sources."""
        return self._listed(kinds.ASSUMPTIONS, rows.AssumptionPage.from_dict, keywords)

    def changes(self, **keywords: Unpack[api.ListChanges]) -> Rows[rows.RowChange]:
        """What changed between two releases."""
        return self._listed(kinds.CHANGES, rows.ChangePage.from_dict, keywords)

    def releases(self) -> Rows[rows.ReleaseRow]:
        """The releases of the tables."""
        return self._listed(kinds.RELEASES, rows.ReleasePage.from_dict, {})

    def json(
        self, kind: KindName, question: Question | None = None, /, **keywords: Any
    ) -> dict[str, Any]:
        """An answer as JSON has it; with `fields`, those parts of it alone."""
        return document_of(self._sent(request_of(KINDS[kind], question, keywords)))

    def form(
        self, form: Form, kind: KindName, question: Question | None = None, /, **keywords: Any
    ) -> bytes:
        """An answer in another form, without one in JSON before."""
        request = request_of(KINDS[kind], question, keywords, accept=FORMS[form])
        return self._sent(request).content

    def _asked(
        self,
        kind: Kind,
        read: Callable[[Mapping[str, Any]], A],
        question: Question | None,
        keywords: Mapping[str, Any],
    ) -> A:
        """The typed answer to a question, which can be had in other forms."""
        if FIELDS in keywords:
            raise TypeError("fields choose parts of an answer, which has no type: json() has them")
        document = document_of(self._sent(request_of(kind, question, keywords)))
        answer = kind.answer(read, document)
        named = {name: value for name, value in keywords.items() if value is not None}
        pinned = pins(kind, document, question) | named

        def fetch(form: Form) -> bytes:
            request = request_of(kind, question, pinned, accept=FORMS[form])
            return self._sent(request).content

        answer._fetch = fetch  # noqa: SLF001 - an answer of this client
        return answer

    def _listed(
        self, kind: Kind, read: Callable[[Mapping[str, Any]], T], keywords: Mapping[str, Any]
    ) -> Rows[Any]:
        def fetch(offset: int) -> Fetched[Any]:
            request = request_of(kind, None, page_fields(keywords, offset))
            document = document_of(self._sent(request))
            return rows_of(kind.answer(read, document), offset)

        def frame() -> "pl.DataFrame":
            limit = keywords.get("limit", PAGE_ROWS)
            pages: list[pl.DataFrame] = []
            while not pages or pages[-1].height == limit:
                fields = page_fields(keywords, limit * len(pages))
                request = request_of(kind, None, fields, accept=FORMS["arrow"])
                pages.append(frame_of(self._sent(request).content))
            return joined(pages)

        return Rows(fetch, frame)

    def _sent(self, request: Request) -> httpx.Response:
        """The response to a request, which is asked again where that may help."""
        attempts = Attempts(self._patience)
        while True:
            try:
                response = self._http.request(
                    request.method,
                    request.path,
                    params=request.params or None,
                    content=request.content,
                    headers=request.headers,
                )
            except httpx.HTTPError as error:
                seconds = attempts.after(error)
            else:
                if response.is_success:
                    return response
                seconds = attempts.after(response)
            time.sleep(seconds)
