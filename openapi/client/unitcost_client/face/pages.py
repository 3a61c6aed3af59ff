"""Rows of a listing, fetched page by page as they are read."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    import polars as pl

Row = TypeVar("Row")

PAGE_ROWS = 1000
"""Rows that are fetched at a time, unless `limit` says otherwise."""

Fetched = tuple[list[Row], int | None]
"""The rows of a page, and where the next one begins; None after the last."""


class Rows(Generic[Row]):
    """All rows of a listing. Reading them again fetches them again."""

    def __init__(
        self, fetch: Callable[[int], Fetched[Row]], frame: Callable[[], "pl.DataFrame"]
    ) -> None:
        self._fetch = fetch
        self._frame = frame

    def __iter__(self) -> Iterator[Row]:
        """Every row in turn."""
        for page in self.pages():
            yield from page

    def pages(self) -> Iterator[list[Row]]:
        """The rows, a page at a time."""
        offset: int | None = 0
        while offset is not None:
            rows, offset = self._fetch(offset)
            yield rows

    def to_polars(self) -> "pl.DataFrame":
        """All rows as a frame."""
        return self._frame()


class AsyncRows(Generic[Row]):
    """All rows of a listing, as `Rows` has them."""

    def __init__(
        self,
        fetch: Callable[[int], Awaitable[Fetched[Row]]],
        frame: Callable[[], Awaitable["pl.DataFrame"]],
    ) -> None:
        self._fetch = fetch
        self._frame = frame

    async def __aiter__(self) -> AsyncIterator[Row]:
        """Every row in turn."""
        async for page in self.pages():
            for row in page:
                yield row

    async def pages(self) -> AsyncIterator[list[Row]]:
        """The rows, a page at a time."""
        offset: int | None = 0
        while offset is not None:
            rows, offset = await self._fetch(offset)
            yield rows

    async def to_polars(self) -> "pl.DataFrame":
        """All rows as a frame."""
        return await self._frame()


def page_fields(keywords: Mapping[str, Any], offset: int) -> Mapping[str, Any]:
    """The fields of the question for one page."""
    return {"limit": PAGE_ROWS, **keywords, "offset": offset}


def rows_of(page: Any, offset: int) -> Fetched[Any]:
    """The rows of a page, and where the next one begins."""
    following = page.next_offset
    is_last = not isinstance(following, int) or following <= offset
    return page.rows, None if is_last else following
