"""What came of one attempt, and what the caller gets of it: an answer or an error. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import httpx

from . import _errors
from ._request import retry_after_of

Data = TypeVar("Data")


@dataclass(frozen=True)
class Answer(Generic[Data]):
    """The result of a call."""

    data: Data
    status: int
    #: Include it when you report a problem.
    request_id: str
    #: The version of the record, for ``if_match``; ``None`` if the operation does not return a single record.
    etag: str | None
    #: Whether the write was already executed with the same idempotency key.
    replayed: bool
    headers: httpx.Headers


@dataclass(frozen=True)
class VersionedAnswer(Answer[Data]):
    """The result of a call that returns a record with a version."""

    #: The version of the record, for ``if_match``.
    etag: str


@dataclass(frozen=True)
class Reply:
    """A complete response; ``body`` is ``None`` if it is not JSON."""

    status: int
    headers: httpx.Headers
    body: Any


@dataclass(frozen=True)
class Lost:
    """No complete response arrived: whether the request was executed is unknown."""

    cause: Exception
    #: Whether the attempt ended because its time was over.
    is_late: bool


def reply_of(status: int, headers: httpx.Headers, body: bytes) -> Reply | Lost:
    """A response that was read to its end. A success that is not JSON is not from the API."""
    try:
        return Reply(status, headers, json.loads(body))
    except ValueError as error:
        return Lost(error, is_late=False) if 200 <= status < 300 else Reply(status, headers, None)


def answer_of(reply: Reply) -> Answer[Any]:
    """The result of a call that succeeded."""
    headers = reply.headers
    return Answer(
        data=reply.body,
        status=reply.status,
        request_id=headers.get("x-request-id", ""),
        etag=headers.get("etag"),
        replayed=headers.get("idempotent-replayed") == "true",
        headers=headers,
    )


def versioned(answer: Answer[Any]) -> VersionedAnswer[Any]:
    """The result of an operation whose responses have an ``ETag``."""
    # An empty one, which no header of a proxy should cause, is refused where it is sent: ``None`` would match any version.
    return VersionedAnswer(**{**vars(answer), "etag": answer.etag or ""})


def _violations_in(body: Mapping[str, Any]) -> list[_errors.Violation]:
    errors = body.get("errors")
    # An entry without a field repeats the error itself.
    rows: list[Any] = [each for each in errors if isinstance(each, dict)] if isinstance(errors, list) else []
    return [each for each in rows if isinstance(each.get("pointer"), str)]


def error_of(result: Reply | Lost, sent: Mapping[str, Any], now: float) -> _errors.ListingError:
    """
    The error to raise.

    :param sent: the facts of the call: its operation, attempts and idempotency key
    :param now: seconds since 1970, for a ``Retry-After`` that is a date
    """
    if isinstance(result, Lost):
        lost_class = _errors.TimeoutError if result.is_late else _errors.ConnectionError
        error = lost_class("No response in time" if result.is_late else "The connection failed", **sent)
        error.__cause__ = result.cause
        return error
    body: dict[str, Any] = result.body if isinstance(result.body, dict) else {}
    code, message = body.get("code"), body.get("message")
    code = code if isinstance(code, int) else None
    return _errors.class_of(result.status, code)(
        message if isinstance(message, str) else f"The response has status {result.status} and is not from the API",
        **sent,
        status=result.status,
        code=code,
        request_id=result.headers.get("x-request-id"),
        violations=_violations_in(body),
        retry_after=retry_after_of(result.headers.get("retry-after"), now),
        etag=result.headers.get("etag"),
    )
