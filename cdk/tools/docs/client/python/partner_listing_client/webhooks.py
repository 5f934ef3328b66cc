"""Verifies what the API sends to a webhook, as Standard Webhooks says."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict


class WebhookEvent(TypedDict):
    """An event. Its ``id`` is the same on every try and every replay of a delivery."""

    id: str
    #: ``BUSINESS_UPDATED``: one of list events.
    type: str
    #: When it happened, ISO 8601 in UTC.
    timestamp: str
    apiVersion: str
    #: The account that it belongs to.
    businessNumber: int
    data: dict[str, Any]


class WebhookError(Exception):
    """The request is none of ours, too old, or not as it was sent: answer it with a 400, and do nothing."""


_PREFIX = "whsec_"
_VERSION = "v1,"


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        # Not its text: errors are logged.
        raise ValueError(f"A secret must begin with {_PREFIX}, with base64 after it")
    return key


def _header_of(headers: Mapping[str, Any], name: str) -> str:
    found = [value for each, value in headers.items() if each.lower() == name]
    if len(found) != 1 or not isinstance(found[0], str) or not found[0]:
        raise WebhookError(f"The header {name} is missing, or there twice")
    return found[0]


def verify(
    body: bytes | str,
    headers: Mapping[str, Any],
    secrets: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """
    The event that a request holds.

    :param body: as it came, before it is parsed
    :param secrets: one, or during a rotation both
    :param tolerance: seconds that the request's time may be off
    :param now: seconds since 1970, for tests
    :raises WebhookError: unless one of the secrets has signed the request, some minutes ago at most
    :raises ValueError: for a secret that is none
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
