"""What a unit costs, as answers have it."""

from typing import Annotated

from pricing.quote.answer import Answer, UsdPerMillionTokens
from pricing.quote.messages import said

LowUsd = Annotated[float, said("Low end of the 80% interval of the cost [USD].")]
HighUsd = Annotated[float, said("High end of the 80% interval of the cost [USD].")]


class UnitCosts(Answer, frozen=True, kw_only=True):
    """Costs per unit. Null if the unit does not apply (no tokens, no request rate).

    Low and high are the ends of the 80% interval of throughput and of the range of an estimated
    price together. They do not include the uncertainty of power. With an arrival rate the served
    load is known, and only an estimated price has a range.
    """

    usd_per_million_input_tokens: Annotated[
        float | None,
        said(
            "USD per million input tokens, from the share of prefill in the bill."
            " Input and output together add up to the request. With a prefix cache: of the tokens"
            " that are not cached. With images: without what their encoder takes."
        ),
    ]
    usd_per_million_input_tokens_low: LowUsd | None
    usd_per_million_input_tokens_high: HighUsd | None
    usd_per_million_cached_input_tokens: Annotated[
        float | None,
        said(
            "USD per million cached input tokens, from what attending to them takes of"
            " the prefill of the others. Input, cached input and output together add up to the"
            " request. Null without a prefix cache."
        ),
    ]
    usd_per_million_cached_input_tokens_low: LowUsd | None
    usd_per_million_cached_input_tokens_high: HighUsd | None
    usd_per_million_output_tokens: Annotated[
        float | None, said("USD per million output tokens, from the share of decoding in the bill.")
    ]
    usd_per_million_output_tokens_low: LowUsd | None
    usd_per_million_output_tokens_high: HighUsd | None
    usd_per_million_tokens: UsdPerMillionTokens
    usd_per_million_tokens_low: LowUsd | None
    usd_per_million_tokens_high: HighUsd | None
    usd_per_million_output_tokens_all_in: Annotated[
        float | None,
        said(
            "The whole bill over the output tokens only [USD per million]."
            " Benchmarks publish this figure as cost per output token."
        ),
    ]
    usd_per_million_output_tokens_all_in_low: LowUsd | None
    usd_per_million_output_tokens_all_in_high: HighUsd | None
    usd_per_request: Annotated[float, said("USD per request.")]
    usd_per_request_low: LowUsd
    usd_per_request_high: HighUsd
    usd_per_document: Annotated[
        float | None,
        said(
            "USD per document that is read, where nothing is written: a text to"
            " embed, a pair to rank."
        ),
    ] = None
    usd_per_document_low: LowUsd | None = None
    usd_per_document_high: HighUsd | None = None
    usd_per_image: Annotated[
        float | None,
        said(
            "USD per image that is made, or that is read and not in the cache: its"
            " tokens at the price of other input, and what its encoder takes. Input tokens,"
            " images, cached input and output together add up to the request."
        ),
    ] = None
    usd_per_image_low: LowUsd | None = None
    usd_per_image_high: HighUsd | None = None
    usd_per_audio_hour: Annotated[
        float | None, said("USD per hour of audio that is written down.")
    ] = None
    usd_per_audio_hour_low: LowUsd | None = None
    usd_per_audio_hour_high: HighUsd | None = None
    usd_per_hour: Annotated[
        float, said("Sum of the line items: USD per hour of the whole deployment.")
    ]
    usd_per_hour_low: LowUsd
    usd_per_hour_high: HighUsd
    usd_per_kilowatt_hour: Annotated[
        float, said("The whole bill per kilowatt-hour drawn at the meter [USD].")
    ]
    usd_per_watt_year: Annotated[
        float, said("The whole bill per watt drawn at the meter for a year [USD].")
    ]
    output_tokens_per_usd: Annotated[float | None, said("Output tokens per USD of the whole bill.")]


class AtFullUse(Answer, frozen=True, kw_only=True):
    """What a unit costs with all of the throughput used, which no service does.

    Benchmarks publish these prices. Null if the unit does not apply.
    """

    usd_per_million_input_tokens: Annotated[
        float | None, said("USD per million input tokens that are not cached.")
    ]
    usd_per_million_cached_input_tokens: Annotated[
        float | None, said("USD per million cached input tokens.")
    ]
    usd_per_million_output_tokens: Annotated[float | None, said("USD per million output tokens.")]
    usd_per_million_tokens: UsdPerMillionTokens
    usd_per_request: Annotated[float, said("USD per request.")]
    usd_per_document: Annotated[
        float | None, said("USD per document, where nothing is written.")
    ] = None
    usd_per_image: Annotated[float, said("USD per image.")] | None = None
    usd_per_audio_hour: Annotated[float, said("USD per hour of audio.")] | None = None
