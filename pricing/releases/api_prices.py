"""The table of what APIs charge per token, for overlays: releases rely on genai-prices."""

from datetime import date
from typing import Annotated, ClassVar

from pricing.releases.columns import Confidence, Notes, Row, Source, cell, number


class ApiPriceRow(Row, frozen=True, kw_only=True):
    """Prices of a model at an API, and the days on which they hold.

    `long_…` are the prices of a whole request whose input is longer than `long_input_tokens`.
    """

    KEY: ClassVar = ("provider", "model", "effective_from")

    provider: Annotated[str, cell("Who sells it by the token.")]
    model: Annotated[str, cell("The provider's name of the model.")]
    effective_from: Annotated[date, cell("First day of the price.")]
    effective_to: Annotated[
        date | None, cell("First day after the price; null while the price holds.")
    ]
    usd_per_million_input_tokens: Annotated[float, number("USD per million input tokens.")]
    usd_per_million_cached_input_tokens: Annotated[
        float | None, number("USD per million cached input tokens; null: as other input.")
    ]
    usd_per_million_output_tokens: Annotated[float, number("USD per million output tokens.")]
    long_input_tokens: Annotated[
        int | None, number("Input from which on a request has other prices [tokens].", low=1)
    ]
    long_usd_per_million_input_tokens: Annotated[
        float | None, number("USD per million input tokens of a longer request.")
    ]
    long_usd_per_million_cached_input_tokens: Annotated[
        float | None, number("USD per million cached input tokens of a longer request.")
    ]
    long_usd_per_million_output_tokens: Annotated[
        float | None, number("USD per million output tokens of a longer request.")
    ]
    source: Source
    confidence: Confidence
    notes: Notes
