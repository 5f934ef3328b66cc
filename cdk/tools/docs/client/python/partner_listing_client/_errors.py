"""What a call raises. The class says what to do about it, ``code`` what is wrong in detail."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class Violation(TypedDict):
    """A rule that the request broke."""

    #: The field of the body as a JSON Pointer (RFC 6901); empty where it is a parameter.
    pointer: str
    code: int
    message: str
    limit: NotRequired[float]
    actual: NotRequired[float]


class ListingError(Exception):
    """The call has failed, after as many retries as were due. All errors of calls are of this class."""

    def __init__(
        self,
        message: str,
        *,
        operation: str,
        status: int | None = None,
        code: int | None = None,
        request_id: str | None = None,
        violations: list[Violation] | None = None,
        retry_after: int | None = None,
        etag: str | None = None,
        idempotency_key: str | None = None,
        attempts: int = 1,
    ) -> None:
        details = [operation]
        if status is not None:
            details.append(f"status {status}")
        if code is not None:
            details.append(f"code {code}")
        if request_id is not None:
            details.append(f"request {request_id}")
        super().__init__(f"{message} ({', '.join(details)})")
        #: The operation: ``updateBusiness``.
        self.operation = operation
        #: The HTTP status; ``None`` where there was no response.
        self.status = status
        #: The code of the error in the API's list, by which to judge it.
        self.code = code
        #: Send it along when you report a fault.
        self.request_id = request_id
        #: Every rule that the request broke, at most 1,000.
        self.violations: list[Violation] = violations or []
        #: Seconds after which the API asks to try again.
        self.retry_after = retry_after
        #: The current version of the record, where it was changed meanwhile.
        self.etag = etag
        #: The key of the write: sent again with it, it is executed once.
        self.idempotency_key = idempotency_key
        #: How often the request was sent.
        self.attempts = attempts


class InvalidKeyError(ListingError):
    """The key is missing, unknown, revoked or expired (1161, 1167)."""


class InvalidRequestError(ListingError):
    """Correct the request: ``violations`` names the fields. Its status may be 401, which seven rules of fields answer with."""


class NotFoundError(ListingError):
    """What the request names is not there, or not yours."""


class ConflictError(ListingError):
    """It can't be done to the record as it stands."""


class VersionChangedError(ListingError):
    """The record is not of the version ``if_match`` any more: read it, decide, send again. ``etag`` has the current one."""


class TooLargeError(ListingError):
    """The body, or the record that it would make, is too large."""


class IdempotencyKeyError(ListingError):
    """The idempotency key belongs to another request."""


class RateLimitError(ListingError):
    """More requests than the plan allows, or its quota is used up: ``retry_after`` tells them apart."""


class UnavailableError(ListingError):
    """The API could not answer. A write was done whole or not at all: repeat it with the same ``idempotency_key``."""


class ConnectionError(ListingError):
    """No response, or half of one. A write was done whole or not at all: repeat it with the same ``idempotency_key``."""


class TimeoutError(ListingError):
    """No response in time. A write was done whole or not at all: repeat it with the same ``idempotency_key``."""


_BY_STATUS: dict[int, type[ListingError]] = {
    400: InvalidRequestError,
    401: InvalidRequestError,
    403: InvalidKeyError,
    404: NotFoundError,
    409: ConflictError,
    412: VersionChangedError,
    413: TooLargeError,
    414: TooLargeError,
    422: IdempotencyKeyError,
    429: RateLimitError,
}


def class_of(status: int, code: int | None) -> type[ListingError]:
    """The class of a response with this status."""
    # A 401 is about the key with these codes alone (docs/partners.md: authentication).
    if code in (1161, 1167):
        return InvalidKeyError
    return _BY_STATUS.get(status, UnavailableError if status >= 500 else ListingError)
