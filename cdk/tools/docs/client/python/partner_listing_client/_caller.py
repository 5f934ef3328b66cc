"""Calls an operation: retries until there is an answer, a refusal, or no time left."""

from __future__ import annotations

import platform
import random
import ssl
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPMessage
from typing import Any, Generic, TypeVar

from . import _errors
from ._exchange import Exchange, Lost, Reply
from ._request import Given, WireRequest, is_retried, retry_after_of, wait_before, wire_request

#: Problem details name every broken rule; all else comes as JSON.
ACCEPT = "application/problem+json, application/json;q=0.9"

Data = TypeVar("Data")


@dataclass(frozen=True)
class Answer(Generic[Data]):
    """What a call answers."""

    data: Data
    status: int
    #: Send it along when you report a fault.
    request_id: str
    #: The version of the record, for ``if_match``; ``None`` where the operation answers no single record.
    etag: str | None
    #: Whether the write was executed before, under the same idempotency key.
    replayed: bool
    headers: HTTPMessage


class Caller:
    """Sends the requests of one client."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        client: str,
        timeout: float,
        deadline: float,
        retries: int,
        user_agent: str | None,
        ssl_context: ssl.SSLContext | None,
    ) -> None:
        if not isinstance(api_key, str) or not api_key.strip():
            raise ValueError("api_key must be a text")
        if not timeout > 0 or not deadline > 0 or not retries >= 0:
            raise ValueError("timeout and deadline must be above 0, retries at least 0")
        self._exchange = Exchange(base_url, ssl_context)
        self._settings: dict[str, Any] = {"timeout": timeout, "deadline": deadline, "retries": retries}
        agent = f"{client} (Python/{platform.python_version()})"
        self._headers = {
            "Accept": ACCEPT,
            "Accept-Encoding": "gzip",
            "User-Agent": f"{user_agent} {agent}" if user_agent else agent,
            "x-api-key": api_key,
        }

    def close(self) -> None:
        self._exchange.close()

    def call(self, operation: Mapping[str, Any], given: Given, options: Mapping[str, Any]) -> Answer[Any]:
        known = {*self._settings, *operation["options"]}
        for name in options:
            if name not in known:
                raise TypeError(f"{operation['id']} has no option {name}")
        settings = {**self._settings, **{name: value for name, value in options.items() if value is not None}}
        return self._until_done(wire_request(operation, given, settings, self._headers), settings)

    def _until_done(self, request: WireRequest, settings: Mapping[str, Any]) -> Answer[Any]:
        end = time.monotonic() + settings["deadline"]
        attempts = 0
        while True:
            attempts += 1
            left = end - time.monotonic()
            sent: dict[str, Any] = {
                "operation": request.operation,
                "attempts": attempts,
                "idempotency_key": request.idempotency_key,
            }
            reply: Reply | None = None
            error: _errors.ListingError
            try:
                timeout = max(0.001, min(settings["timeout"], left))
                reply = self._exchange.send(request.method, request.path, request.headers, request.body, timeout)
            except Lost as lost:
                lost_class = _errors.ConnectionError if lost.in_time else _errors.TimeoutError
                error = lost_class("The connection failed" if lost.in_time else "No response in time", **sent)
                error.__cause__ = lost.__cause__
            if reply is not None:
                if 200 <= reply.status < 300:
                    return _answer_of(reply)
                error = _error_of(reply, sent)
            if attempts > settings["retries"] or not is_retried(error.status, error.retry_after):
                raise error
            wait = wait_before(attempts, error.retry_after, random.random())
            # A wait past the end would only keep the error from its reader.
            if time.monotonic() + wait >= end:
                raise error
            time.sleep(wait)

    def pages(self, operation: Mapping[str, Any], given: Given, options: Mapping[str, Any]) -> Iterator[Answer[Any]]:
        """The pages of a list, one request each."""
        paging = operation["paging"]
        others = {name: value for name, value in options.items() if name != "page_size"}
        length = options.get("page_size") or paging["usual"]
        page = 0
        while True:
            asked = {paging["start"]: page if paging["counts"] == "pages" else page * length, paging["size"]: length}
            if paging["in"] == "query":
                request = {**given, **asked}
            else:
                request = {**given, "body": {**(given.get("body") or {}), **asked}}
            answer = self.call(operation, request, others)
            yield answer
            page += 1
            # A record that goes while a page is read makes it short: where the whole is known, that is no end.
            total = answer.data[paging["total"]] if "total" in paging else None
            if len(_records_of(operation, answer)) < length if total is None else page * length >= total:
                return

    def records(self, operation: Mapping[str, Any], given: Given, options: Mapping[str, Any]) -> Iterator[Any]:
        """The records of all pages, one after the other."""
        for answer in self.pages(operation, given, options):
            yield from _records_of(operation, answer)


def _records_of(operation: Mapping[str, Any], answer: Answer[Any]) -> list[Any]:
    name = operation["paging"].get("records")
    records = answer.data if name is None else answer.data[name]
    return records if isinstance(records, list) else []


def _answer_of(reply: Reply) -> Answer[Any]:
    headers = reply.headers
    return Answer(
        data=reply.body,
        status=reply.status,
        request_id=headers.get("x-request-id", ""),
        etag=headers.get("etag"),
        replayed=headers.get("idempotent-replayed") == "true",
        headers=headers,
    )


def _violations_in(body: Mapping[str, Any]) -> list[_errors.Violation]:
    errors = body.get("errors")
    # One that is about no field repeats the error itself.
    return [each for each in errors if isinstance(each.get("pointer"), str)] if isinstance(errors, list) else []


def _error_of(reply: Reply, sent: Mapping[str, Any]) -> _errors.ListingError:
    body: dict[str, Any] = reply.body if isinstance(reply.body, dict) else {}
    code, message = body.get("code"), body.get("message")
    code = code if isinstance(code, int) else None
    return _errors.class_of(reply.status, code)(
        message if isinstance(message, str) else f"The response has status {reply.status}",
        **sent,
        status=reply.status,
        code=code,
        request_id=reply.headers.get("x-request-id"),
        violations=_violations_in(body),
        retry_after=retry_after_of(reply.headers.get("retry-after"), time.time()),
        etag=reply.headers.get("etag"),
    )
