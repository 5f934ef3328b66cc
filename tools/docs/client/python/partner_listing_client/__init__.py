"""The client of the Partner Listing API; README.md explains its use."""

from . import events, types, webhooks
from ._answer import Answer, VersionedAnswer
from ._errors import (
    ConflictError,
    ConnectionError,
    IdempotencyKeyError,
    InvalidKeyError,
    InvalidRequestError,
    ListingError,
    NotFoundError,
    RateLimitError,
    TimeoutError,
    TooLargeError,
    UnavailableError,
    VersionChangedError,
    Violation,
)
from ._request import CallOptions, PageOptions, VersionedWriteOptions, WriteOptions
from ._version import VERSION as __version__
from .client import AsyncPartnerListing, PartnerListing
from .error_codes import ERROR_CODES
from .events import EVENT_TYPES, KnownEvent, UnknownEvent, WebhookEvent
from .webhooks import WebhookError, WebhookHeaders

__all__ = [
    "ERROR_CODES",
    "EVENT_TYPES",
    "Answer",
    "AsyncPartnerListing",
    "CallOptions",
    "ConflictError",
    "ConnectionError",
    "IdempotencyKeyError",
    "InvalidKeyError",
    "InvalidRequestError",
    "KnownEvent",
    "ListingError",
    "NotFoundError",
    "PageOptions",
    "PartnerListing",
    "RateLimitError",
    "TimeoutError",
    "TooLargeError",
    "UnavailableError",
    "UnknownEvent",
    "VersionChangedError",
    "VersionedAnswer",
    "VersionedWriteOptions",
    "Violation",
    "WebhookError",
    "WebhookEvent",
    "WebhookHeaders",
    "WriteOptions",
    "__version__",
    "events",
    "types",
    "webhooks",
]
