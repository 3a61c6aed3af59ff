"""The operation that bridges one figure to another, as figures or as a waterfall."""

import msgspec

from pricing.catalog.library import Library
from pricing.explanations.answer import ExplanationAnswer
from pricing.explanations.query import ExplanationQuery
from pricing.explanations.quote import explanation
from service.formats.pictures.waterfall import png, svg
from service.operations.examples import pinned
from service.operations.operation import Operation


def _example(library: Library) -> ExplanationQuery:
    """The same deployment two years apart, dearer in use and by a better site."""
    asked = {
        "base": {
            "model": "llama-3.1-70b",
            "deployment": {"device": "h100-sxm-80gb", "device_count": 8, "precision": "fp8"},
            "load": {"input_tokens": 1024, "output_tokens": 256},
            "purchase": {"option": "on_demand", "provider": "aws", "region": "us-east-1"},
            "catalog": library.newest.name,
        },
        "from": {"as_of": "2024-06-01", "utilization_fraction": 0.6},
        "to": {"as_of": pinned(library)["as_of"], "utilization_fraction": 0.5},
    }
    return msgspec.convert(asked, ExplanationQuery)


OPERATIONS = (
    Operation(
        id="explain",
        method="POST",
        path="/v1/explanations",
        tag="sweeps",
        summary="The bridge from one figure to another",
        description="Takes one question under two circumstances: releases, days, overlays, or"
        " values of any fields. Answers with what each thing that differs does to the figure, as"
        " an exact sum whose order does not matter (Shapley values), and with the rows that move."
        " With `Accept: image/svg+xml` or `image/png`, the bridge is drawn as a waterfall.",
        asks=ExplanationQuery,
        answers=ExplanationAnswer,
        answer=explanation,
        example=_example,
        is_heavy=True,
        pictures={"image/svg+xml": svg, "image/png": png},
    ),
)
