"""The client of the partner API for business listings; README.md says how it is used."""

from . import types, webhooks
from ._caller import Answer
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
from .client import PartnerListing
from .error_codes import ERROR_CODES
from .webhooks import WebhookError, WebhookEvent

__all__ = [
    "ERROR_CODES",
    "Answer",
    "CallOptions",
    "ConflictError",
    "ConnectionError",
    "IdempotencyKeyError",
    "InvalidKeyError",
    "InvalidRequestError",
    "ListingError",
    "NotFoundError",
    "PageOptions",
    "PartnerListing",
    "RateLimitError",
    "TimeoutError",
    "TooLargeError",
    "UnavailableError",
    "VersionChangedError",
    "VersionedWriteOptions",
    "Violation",
    "WebhookError",
    "WebhookEvent",
    "WriteOptions",
    "__version__",
    "types",
    "webhooks",
]
