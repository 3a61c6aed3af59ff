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
    effective_to: (
        Annotated[date, cell("First day after the price; null while the price holds.")] | None
    ) = None
    usd_per_million_input_tokens: Annotated[float, number("USD per million input tokens.")]
    usd_per_million_cached_input_tokens: (
        Annotated[float, number("USD per million cached input tokens; null: as other input.")]
        | None
    ) = None
    usd_per_million_output_tokens: Annotated[float, number("USD per million output tokens.")]
    long_input_tokens: (
        Annotated[int, number("Input from which on a request has other prices [tokens].", low=1)]
        | None
    ) = None
    long_usd_per_million_input_tokens: (
        Annotated[float, number("USD per million input tokens of a longer request.")] | None
    ) = None
    long_usd_per_million_cached_input_tokens: (
        Annotated[float, number("USD per million cached input tokens of a longer request.")] | None
    ) = None
    long_usd_per_million_output_tokens: (
        Annotated[float, number("USD per million output tokens of a longer request.")] | None
    ) = None
    source: Source
    confidence: Confidence
    notes: Notes = None
