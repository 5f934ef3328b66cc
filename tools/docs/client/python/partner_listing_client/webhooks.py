"""Verifies the API's webhook requests, as Standard Webhooks specifies."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias, Union

from .events import WebhookEvent


class _HasItems(Protocol):
    def items(self) -> Iterable[tuple[Any, Any]]: ...


#: Headers as a framework has them: an object with ``items()``, or pairs of name and value. Names are in any case, also
#: those of a gateway interface (``HTTP_WEBHOOK_ID``). Names and values are text or bytes; a value may be a list of one.
WebhookHeaders: TypeAlias = Union[_HasItems, Iterable[tuple[Any, Any]], None]


class WebhookError(Exception):
    """The request is not from the API, too old, or altered: respond with a 400, and do nothing."""


_PREFIX = "whsec_"
_VERSION = "v1,"


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        # Without the secret itself, because errors are logged.
        raise ValueError(f"A secret must begin with {_PREFIX}, with base64 after it")
    return key


def _text_of(value: Any) -> Any:
    return value.decode("latin-1") if isinstance(value, (bytes, bytearray)) else value


def _name_of(name: Any) -> str:
    return str(_text_of(name)).lower().replace("_", "-").removeprefix("http-")


def _header_of(headers: WebhookHeaders, name: str) -> str:
    items = getattr(headers, "items", None)
    pairs: Iterable[tuple[Any, Any]] = items() if items else headers or ()  # type: ignore[assignment]
    values = [value for each, value in pairs if _name_of(each) == name]
    found = [
        _text_of(one)
        for value in values
        for one in (value if isinstance(value, (list, tuple)) else [value])
        if one is not None
    ]
    if len(found) != 1 or not isinstance(found[0], str) or not found[0]:
        raise WebhookError(f"The header {name} is missing, or there twice")
    return found[0]


def verify(
    body: bytes | str,
    headers: WebhookHeaders,
    secrets: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """
    Verifies a request and returns its event.

    :param body: the raw body, before it is parsed
    :param headers: as the framework has them
    :param secrets: one, or during a rotation both
    :param tolerance: seconds that the request's time may be off
    :param now: seconds since 1970, for tests
    :raises WebhookError: unless one of the secrets signed the request within the tolerance
    :raises ValueError: for an invalid secret
    """
    keys = [_key_of(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise ValueError("There must be a secret")
    whole = body.encode() if isinstance(body, str) else body
    message_id = _header_of(headers, "webhook-id")
    timestamp = _header_of(headers, "webhook-timestamp")
    signatures = _header_of(headers, "webhook-signature").split(" ")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise WebhookError("The header webhook-timestamp is no number")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookError("The request is too old, or of the future")
    signed = f"{message_id}.{timestamp}.".encode() + whole
    right = [base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    given = [each.removeprefix(_VERSION).encode() for each in signatures if each.startswith(_VERSION)]
    if not any(hmac.compare_digest(one, other) for one in given for other in right):
        raise WebhookError("No signature is right")
    try:
        event: WebhookEvent = json.loads(whole)
    except ValueError as error:
        raise WebhookError("The body is no JSON") from error
    return event
