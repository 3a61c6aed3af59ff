"""Answers for programs that await, which can be had in other forms."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Literal

from unitcost_client import models
from unitcost_client.face.frames import frame_of
from unitcost_client.face.questions import Form

if TYPE_CHECKING:
    import polars as pl


class Forms:
    """The forms of an answer. Each asks the question again, of the same release and day."""

    _fetch: Callable[[Form], Awaitable[bytes]]

    async def to_polars(self) -> "pl.DataFrame":
        """The answer as a frame, where polars is installed."""
        return frame_of(await self._fetch("arrow"))

    async def to_csv(self) -> str:
        """The answer as a table in CSV."""
        return (await self._fetch("csv")).decode()

    async def to_parquet(self) -> bytes:
        """The answer as a Parquet file."""
        return await self._fetch("parquet")

    async def to_xlsx(self) -> bytes:
        """The answer as a workbook."""
        return await self._fetch("xlsx")

    async def to_picture(self, form: Literal["png", "svg"] = "png") -> bytes:
        """The answer as a chart, where its kind has one."""
        return await self._fetch(form)

    async def to_text(self) -> str:
        """The answer as a sentence or two for a person."""
        return (await self._fetch("text")).decode()

    async def to_markdown(self) -> str:
        """The answer as a table in Markdown."""
        return (await self._fetch("markdown")).decode()


class Asked(models.Asked, Forms):
    """Asked with its forms."""


class UnitCosts(models.UnitCostAnswer, Forms):
    """UnitCostAnswer with its forms."""


class RunCosts(models.RunCostAnswer, Forms):
    """RunCostAnswer with its forms."""


class Tco(models.TcoAnswer, Forms):
    """TcoAnswer with its forms."""


class TcoComparison(models.ServiceComparisonAnswer, Forms):
    """ServiceComparisonAnswer with its forms."""


class Comparison(models.ComparisonAnswer, Forms):
    """ComparisonAnswer with its forms."""


class Sweep(models.SweepAnswer, Forms):
    """SweepAnswer with its forms."""


class Explanation(models.ExplanationAnswer, Forms):
    """ExplanationAnswer with its forms."""


class Variances(models.VarianceAnswer, Forms):
    """VarianceAnswer with its forms."""


class Showback(models.ShowbackAnswer, Forms):
    """ShowbackAnswer with its forms."""
