"""What an answer says of the measurements that it is based on."""

from typing import Annotated

from msgspec import Meta

from pricing.catalog.rows import Confidence
from pricing.quote.answer import Answer


class Evidence(Answer, frozen=True, kw_only=True):
    """A published measurement that the answer is based on."""

    id: Annotated[str, Meta(description="Id in the measurements table.")]
    device: Annotated[str, Meta(description="The device measured.")]
    device_count: Annotated[int, Meta(description="Devices measured [count].")]
    model: Annotated[str, Meta(description="The model measured.")]
    precision: Annotated[str, Meta(description="Number format of the weights.")]
    engine: Annotated[str, Meta(description="The serving engine.")]
    scenario: Annotated[str, Meta(description="Scenario of the benchmark.")]
    input_tokens: Annotated[float | None, Meta(description="Mean input tokens per request.")]
    output_tokens: Annotated[float | None, Meta(description="Mean output tokens per request.")]
    concurrency: Annotated[float | None, Meta(description="Requests in flight [count].")]
    output_tokens_per_second: Annotated[
        float, Meta(description="Published throughput of all devices [output tokens per second].")
    ]
    weight_fraction: Annotated[
        float, Meta(description="Weight of this row in the answer [fraction].")
    ]
    source: Annotated[str, Meta(description="Source of the measurement.")]
    confidence: Confidence
