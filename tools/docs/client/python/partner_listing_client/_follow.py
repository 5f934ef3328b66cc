"""What the methods share that follow changes and bulk updates, blocking or async. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ._request import Given

#: The API takes 1,000 rows, 1 MiB and 12,000 values in a request; the rest of the body needs some of each.
MOST_ROWS = 1000
MOST_BYTES = 1_000_000
MOST_VALUES = 11_000

#: The number of changes whose ids are remembered.
MOST_SEEN = 10_000


class ChangeFeed:
    """Where a reader of the changes of an account is."""

    def __init__(self, given: Given) -> None:
        self._given = dict(given)
        #: The ids of the last changes, in their order: the API may return a change twice.
        self._seen: dict[str, None] = {}
        #: Whether there is more to read at once.
        self.has_more = False

    def next_request(self) -> Given:
        """The arguments of the method that reads the next page."""
        # No cursor begins where a first page begins, so that has one change alone.
        is_first = self._given.get("from") is not None
        return {**self._given, "pageSize": 1} if is_first else self._given

    def _is_new(self, change: Mapping[str, Any]) -> bool:
        if change["id"] in self._seen:
            return False
        self._seen[change["id"]] = None
        if len(self._seen) > MOST_SEEN:
            del self._seen[next(iter(self._seen))]
        return True

    def read(self, page: Mapping[str, Any]) -> list[Any]:
        """The changes of a page that are new, each with the cursor to continue from."""
        changes = page["changes"]
        # After the first of a page the next call has to begin where this page began: nothing is lost if the program ends.
        cursor = self._given.get("cursor") or page["cursor"]
        cursors = [*[cursor] * (len(changes) - 1), page["cursor"]]
        found = [
            {**change, "cursor": at} for change, at in zip(changes, cursors, strict=False) if self._is_new(change)
        ]
        self._given = {**self._given, "from": None, "cursor": page["cursor"]}
        self.has_more = page["hasMore"]
        return found


def _values_in(value: object) -> int:
    """The values in a value as the API counts them: an empty list or object counts as one with a value."""
    if isinstance(value, Mapping):
        return 1 + max(1, sum(_values_in(each) for each in value.values()))
    if isinstance(value, (list, tuple)):
        return 1 + max(1, sum(_values_in(each) for each in value))
    return 1


def _rows_of_requests(rows: Sequence[Any]) -> list[list[Any]]:
    requests: list[list[Any]] = [[]]
    size = values = 0
    for row in rows:
        own_size, own_values = len(json.dumps(row, ensure_ascii=False).encode()) + 1, _values_in(row)
        is_full = (
            len(requests[-1]) == MOST_ROWS or size + own_size > MOST_BYTES or values + own_values > MOST_VALUES
        )
        if is_full and requests[-1]:
            requests.append([])
            size = values = 0
        requests[-1].append(row)
        size += own_size
        values += own_values
    return requests


class BulkUpload:
    """A bulk update on its way: the requests that add its rows, and its state as it was read last."""

    def __init__(self, rows: Sequence[Any], *, dry_run: bool, note: str | None) -> None:
        self._rows = rows
        self._first = {"dryRun": dry_run, **({} if note is None else {"note": note})}
        #: The job as the last response has it.
        self.job: Any = None

    def bodies(self) -> Iterator[Mapping[str, Any]]:
        """The bodies that add the rows, in order: ask for one after ``job`` has the response to the one before."""
        requests = _rows_of_requests(self._rows)
        offset = 0
        for index, updates in enumerate(requests):
            more = self._first if self.job is None else {"jobId": self.job["jobId"], "offset": offset}
            yield {"updates": updates, "start": index == len(requests) - 1, **more}
            offset += len(updates)

    @property
    def is_ended(self) -> bool:
        return self.job["state"] not in ("OPEN", "RUNNING")

    def read(self, page: Mapping[str, Any]) -> bool:
        """Takes the job as it is now. Returns whether it has advanced."""
        now = {name: value for name, value in page.items() if name not in ("results", "totalCount")}
        has_advanced: bool = any(now[name] != self.job[name] for name in ("state", "done"))
        self.job = now
        return has_advanced
