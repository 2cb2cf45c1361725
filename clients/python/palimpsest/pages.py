"""Lists that are fetched page by page."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Optional

from .transport import Json

#: Where the next page begins, given a page and how many items came before its end; None where there is none.
Next = Callable[[Json, int], Optional[Json]]


class Pages:
    """A list that is fetched page by page, as it is read.

    >>> for memory in ana.list(limit=100): print(memory["content"])             # doctest: +SKIP
    >>> total = ana.list(limit=1).page()["total"]                               # doctest: +SKIP
    """

    def __init__(self, load: Callable[[Json], Json], items: str, following: Next, first: int = 0) -> None:
        self._load = load
        self._items = items
        self._following = following
        self._first = first

    def page(self) -> Json:
        """The first page alone, with its counts: ``ana.lessons().page()["total"]``."""
        return self._load({})

    def __iter__(self) -> Iterator[Any]:
        start: Optional[Json] = {}
        seen = self._first
        while start is not None:
            page = self._load(start)
            items = page[self._items]
            yield from items
            seen += len(items)
            start = self._following(page, seen) if items else None


def by_cursor(page: Json, _: int) -> Optional[Json]:
    """Of lists that name the place where the next page begins."""
    cursor = page["next_cursor"]
    return None if cursor is None else {"cursor": cursor, "offset": None}


def by_offset(page: Json, seen: int) -> Optional[Json]:
    """Of lists that are counted through."""
    return {"offset": seen} if seen < page.get("total", float("inf")) else None
