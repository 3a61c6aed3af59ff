"""The batch tier beside interactive work, as answers have it."""

from typing import Annotated

from pricing.quote.answer import Answer
from pricing.quote.messages import said


class TierCosts(Answer, frozen=True, kw_only=True):
    """What the work of a tier costs, with the bill shared by the time of the devices."""

    requests_per_second: Annotated[float, said("Requests that are served.")]
    usd_per_request: Annotated[float, said("USD per request.")]
    usd_per_million_input_tokens: Annotated[float | None, said("USD per million input tokens.")]
    usd_per_million_output_tokens: Annotated[
        float | None, said("USD per million output tokens; null where none is written.")
    ]


class BatchTier(Answer, frozen=True, kw_only=True):
    """Batch work that fills what interactive work leaves of the devices.

    Both share the bill by the time that they take of the devices, and what neither uses likewise.
    Batch work has no latency objective.
    """

    utilization_fraction: Annotated[
        float, said("Of the time of the devices, what both use together [fraction].")
    ]
    filled_fraction: Annotated[
        float, said("Of it, what batch work fills; 0 where none is left [fraction].")
    ]
    batch: Annotated[TierCosts, said("The batch work.")]
    interactive: Annotated[
        TierCosts, said("The interactive work, which pays for less idle time than alone.")
    ]
    usd_ratio: Annotated[
        float,
        said("A request of batch work over one of interactive work without any beside it [ratio]."),
    ]
    api_discount_fraction: Annotated[
        float, said("What APIs take off their list prices for batch work [fraction].")
    ]
