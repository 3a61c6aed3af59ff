"""The batch tier beside interactive work, as answers have it."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.answer import Answer


class TierCosts(Answer, frozen=True, kw_only=True):
    """What the work of a tier costs, with the bill shared by the time of the devices."""

    requests_per_second: Annotated[float, Meta(description="Requests that are served.")]
    usd_per_request: Annotated[float, Meta(description="USD per request.")]
    usd_per_million_input_tokens: Annotated[
        float | None, Meta(description="USD per million input tokens.")
    ]
    usd_per_million_output_tokens: Annotated[
        float | None, Meta(description="USD per million output tokens; null where none is written.")
    ]


class BatchTier(Answer, frozen=True, kw_only=True):
    """Batch work that fills what interactive work leaves of the devices.

    Both share the bill by the time that they take of the devices, and what neither uses likewise.
    Batch work has no latency objective.
    """

    utilization_fraction: Annotated[
        float, Meta(description="Of the time of the devices, what both use together [fraction].")
    ]
    filled_fraction: Annotated[
        float, Meta(description="Of it, what batch work fills; 0 where none is left [fraction].")
    ]
    batch: Annotated[TierCosts, Meta(description="The batch work.")]
    interactive: Annotated[
        TierCosts,
        Meta(description="The interactive work, which pays for less idle time than alone."),
    ]
    usd_ratio: Annotated[
        float,
        Meta(
            description="A request of batch work over one of interactive work without any beside it"
            " [ratio]."
        ),
    ]
    api_discount_fraction: Annotated[
        float,
        Meta(description="What APIs take off their list prices for batch work [fraction]."),
    ]
