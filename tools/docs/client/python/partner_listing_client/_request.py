"""Builds the HTTP request from a method's arguments, and decides which responses are retried."""

from __future__ import annotations

import email.utils
import json
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from typing_extensions import TypedDict

#: Seconds: the first wait is up to the base, each further one up to twice as much, and none more than the cap.
BASE = 0.5
CAP = 20.0

RETRIED = frozenset((429, 500, 502, 503, 504))


class CallOptions(TypedDict, total=False):
    """How a single call differs from the settings of its client; times in seconds."""

    timeout: float
    deadline: float
    retries: int


class WriteOptions(CallOptions, total=False):
    #: Names this write for 24 hours; a new one for each call unless it is given.
    idempotency_key: str
    #: Validate without saving, and return what would be stored.
    validate_only: bool


class VersionedWriteOptions(WriteOptions, total=False):
    #: Write only to the version that this ETag names, or to any with ``*``; else ``VersionChangedError``.
    if_match: str


class PageOptions(CallOptions, total=False):
    #: The number of records of a page.
    page_size: int


Given = Mapping[str, Any]


@dataclass(frozen=True)
class WireRequest:
    """The values that all attempts of a call share."""

    operation: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None
    idempotency_key: str | None


def retry_after_of(header: str | None, now: float) -> int | None:
    """Seconds that ``Retry-After`` asks for: a number of them, or a date (RFC 9110, 10.2.3)."""
    if header is None:
        return None
    if header.strip().isascii() and header.strip().isdigit():
        return int(header)
    try:
        return max(0, round(email.utils.parsedate_to_datetime(header).timestamp() - now))
    except ValueError:
        return None


def wait_before(failed: int, retry_after: int | None, chance: float) -> float:
    """Seconds to wait before the next attempt: ``Retry-After``, plus a random time up to a bound that doubles."""
    bound: float = min(CAP, BASE * 2 ** (failed - 1))
    return (retry_after or 0) + chance * bound


def is_retried(status: int | None, retry_after: int | None) -> bool:
    """Whether to retry. A conflict with ``Retry-After`` may succeed later; without it, it can't."""
    return status is None or status in RETRIED or (status == 409 and retry_after is not None)


def header_value(name: str, value: str) -> str:
    """
    A header's value without blanks around it, such as the line break after a key that was read from a file.

    :raises ValueError: for a value that no header can hold (RFC 9110, 5.5)
    """
    text = value.strip(" \t\r\n")
    if not re.fullmatch(r"[\t -~\x80-\xff]*", text):
        # Without the value itself, which may be a key.
        raise ValueError(f"{name} has a character that no header can hold")
    return text


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _path(operation: Mapping[str, Any], given: Given) -> str:
    path: str = operation["path"]
    for name in operation["in_path"]:
        text = "" if given[name] is None else _text(given[name])
        # Such a segment would name another resource: proxies may drop it.
        if text in ("", ".", ".."):
            raise ValueError(f"{operation['id']}: {name} can't be {text!r}")
        path = path.replace(f"{{{name}}}", quote(text, safe=""))
    return path


def wire_request(
    operation: Mapping[str, Any], given: Given, options: Mapping[str, Any], headers: dict[str, str]
) -> WireRequest:
    """
    :param headers: sent with every request of the client
    :raises ValueError: for a path that would name another resource, and a value that no header can hold
    """
    query = {name: _text(given[name]) for name in operation["query"] if given.get(name) is not None}
    headers = dict(headers)
    key: str | None = None
    if operation["writes"]:
        key = options.get("idempotency_key")
        if options.get("validate_only"):
            query["validateOnly"] = "true"
        elif key is None:
            key = str(uuid.uuid4())
    if key is not None:
        headers["Idempotency-Key"] = header_value("idempotency_key", key)
    if options.get("if_match") is not None:
        headers["If-Match"] = header_value("if_match", options["if_match"])
    for name, header in operation["headers"].items():
        if given.get(name) is not None:
            headers[header] = header_value(name, _text(given[name]))
    body: bytes | None = None
    if given.get("body") is not None:
        headers["Content-Type"] = "application/json"
        body = json.dumps(given["body"], ensure_ascii=False, allow_nan=False).encode()
    path = _path(operation, given) + (f"?{urlencode(query)}" if query else "")
    return WireRequest(operation["id"], operation["method"], path, headers, body, key)
