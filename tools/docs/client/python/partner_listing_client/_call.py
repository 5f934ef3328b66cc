"""What a call does between its attempts, and a list between its pages. Without a connection: both clients share it."""

from __future__ import annotations

import platform
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from ._answer import Answer, Lost, Reply, answer_of, error_of
from ._request import Given, WireRequest, header_value, is_retried, wait_before, wire_request

#: Problem details list every broken rule; all other responses are JSON.
ACCEPT = "application/problem+json, application/json;q=0.9"

#: A total of so many may count no further (list deliveries); no page reaches beyond it (2348).
MOST_COUNTED = 100_000


@dataclass(frozen=True)
class Limits:
    """How long a call may take, in seconds, and how often it is retried."""

    timeout: float
    deadline: float
    retries: int

    def __post_init__(self) -> None:
        # Written so that what is not a number (NaN) is refused too.
        if not self.timeout > 0 or not self.deadline > 0 or not self.retries >= 0:
            raise ValueError("timeout and deadline must be above 0, retries at least 0")


class Call:
    """One call: what it sends, and whether and when it sends it again."""

    def __init__(
        self,
        request: WireRequest,
        limits: Limits,
        *,
        clock: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.request = request
        self._limits = limits
        self._clock = clock
        self._chance = chance
        self._end = clock() + limits.deadline
        self._attempts = 0

    def begin_attempt(self) -> float:
        """Counts an attempt; returns the seconds that it may take."""
        self._attempts += 1
        return max(0.001, min(self._limits.timeout, self._end - self._clock()))

    def after(self, result: Reply | Lost) -> Answer[Any] | float:
        """
        The answer, or the seconds to wait before the next attempt.

        :raises ListingError: if another attempt is of no use, or there is no time or retry left for one
        """
        if isinstance(result, Reply) and 200 <= result.status < 300:
            return answer_of(result)
        sent = {
            "operation": self.request.operation,
            "attempts": self._attempts,
            "idempotency_key": self.request.idempotency_key,
        }
        error = error_of(result, sent, time.time())
        if self._attempts > self._limits.retries or not is_retried(error.status, error.retry_after):
            raise error
        wait = wait_before(self._attempts, error.retry_after, self._chance())
        # Waiting past the deadline would only delay the error.
        if self._clock() + wait >= self._end:
            raise error
        return wait


class Setup:
    """The settings of a client, checked; begins its calls."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        agent: str,
        timeout: float,
        deadline: float,
        retries: int,
        user_agent: str | None,
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("base_url must begin with https:// or http://")
        if parts.query or parts.fragment or parts.username or parts.password:
            raise ValueError("base_url must be an origin and a path alone")
        if not isinstance(api_key, str) or not api_key.strip():
            raise ValueError("api_key must be a text")
        self.base_url = base_url.rstrip("/")
        self._limits = Limits(timeout, deadline, retries)
        agent = f"{agent} (Python/{platform.python_version()})"
        self._headers = {
            "Accept": ACCEPT,
            "Accept-Encoding": "gzip",
            "User-Agent": header_value("user_agent", f"{user_agent} {agent}" if user_agent else agent),
            "x-api-key": header_value("api_key", api_key),
        }

    def begin(self, operation: Mapping[str, Any], given: Given, options: Mapping[str, Any]) -> Call:
        """
        :raises TypeError: for an option that the operation does not have
        :raises ValueError: for a value that can't be sent
        """
        limits = vars(self._limits)
        for name in options:
            if name not in limits and name not in operation["options"]:
                raise TypeError(f"{operation['id']} has no option {name}")
        set_here = {name: value for name, value in options.items() if value is not None}
        own = Limits(**{**limits, **{name: value for name, value in set_here.items() if name in limits}})
        return Call(wire_request(operation, given, set_here, self._headers), own)


def records_of(operation: Mapping[str, Any], answer: Answer[Any]) -> list[Any]:
    """The records of a page."""
    name = operation["paging"].get("records")
    records = answer.data if name is None else answer.data[name]
    return records if isinstance(records, list) else []


class PageTurner:
    """The requests for the pages of a list, one after the other."""

    def __init__(self, operation: Mapping[str, Any], given: Given, options: Mapping[str, Any]) -> None:
        self._operation = operation
        self._given = given
        #: The options of each request.
        self.options = {name: value for name, value in options.items() if name != "page_size"}
        self._length: int = options.get("page_size") or operation["paging"]["usual"]
        self._page = 0

    def next_request(self) -> Given:
        """The arguments of the method that asks for the next page."""
        paging = self._operation["paging"]
        passed = self._page if paging["counts"] == "pages" else self._page * self._length
        asked = {paging["start"]: paging.get("first", 0) + passed, paging["size"]: self._length}
        if paging["in"] == "query":
            return {**self._given, **asked}
        return {**self._given, "body": {**(self._given.get("body") or {}), **asked}}

    def is_last(self, answer: Answer[Any]) -> bool:
        """Whether no page follows this one."""
        paging = self._operation["paging"]
        self._page += 1
        # A record that changes meanwhile makes a page short: only a total, or an empty page, says that the list has ended.
        total: int | None = answer.data.get(paging["total"]) if "total" in paging else None
        if total is None or total >= MOST_COUNTED:
            return not records_of(self._operation, answer)
        return self._page * self._length >= total
