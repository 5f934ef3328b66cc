"""The errors that a call raises. The class says what to do, ``code`` what exactly is wrong."""

from __future__ import annotations

from typing_extensions import NotRequired, TypedDict


class Violation(TypedDict):
    """A rule that the request broke."""

    #: The field of the body as a JSON Pointer (RFC 6901); empty for a parameter.
    pointer: str
    #: The parameter that is wrong, if it is no field of the body.
    parameter: NotRequired[str]
    code: int
    message: str
    limit: NotRequired[float]
    actual: NotRequired[float]


class ListingError(Exception):
    """
    The base class of all errors of calls. The call failed after its retries. An error of this class itself is a response
    that is not from the API: of a proxy, or of another host.
    """

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
        #: The HTTP status; ``None`` if there was no response.
        self.status = status
        #: The code of the error in the API's list: branch on it, not on the message.
        self.code = code
        #: Include it when you report a problem.
        self.request_id = request_id
        #: Every rule that the request broke, at most 1,000.
        self.violations: list[Violation] = violations or []
        #: Seconds to wait before the next attempt, as the API asks.
        self.retry_after = retry_after
        #: The current version of the record, if it was changed meanwhile.
        self.etag = etag
        #: The idempotency key of the write: if you repeat the write with it, it is executed only once.
        self.idempotency_key = idempotency_key
        #: How often the request was sent.
        self.attempts = attempts


class InvalidKeyError(ListingError):
    """The key is missing, unknown, revoked or expired (1161, 1167)."""


class InvalidRequestError(ListingError):
    """Correct the request: ``violations`` names the fields. Its status may be 401, which seven field rules use."""


class NotFoundError(ListingError):
    """A resource of the request does not exist, or belongs to another account."""


class ConflictError(ListingError):
    """The current state of the record, its account or the acting user does not allow the request."""


class VersionChangedError(ListingError):
    """The record no longer has the version ``if_match``: read it, decide, send again. ``etag`` is the current one."""


class TooLargeError(ListingError):
    """The body, or the record that would result, is too large."""


class IdempotencyKeyError(ListingError):
    """The idempotency key was used for another request."""


class RateLimitError(ListingError):
    """More requests than the plan allows, or its quota is used up: ``retry_after`` shows which."""


class UnavailableError(ListingError):
    """The API is unavailable. A write was executed fully or not at all: repeat it with the same ``idempotency_key``."""


class ConnectionError(ListingError):
    """No complete response. A write was executed fully or not at all: repeat it with the same ``idempotency_key``."""


class TimeoutError(ListingError):
    """No response in time. A write was executed fully or not at all: repeat it with the same ``idempotency_key``."""


_BY_STATUS: dict[int, type[ListingError]] = {
    400: InvalidRequestError,
    401: InvalidRequestError,
    403: ConflictError,
    404: NotFoundError,
    409: ConflictError,
    412: VersionChangedError,
    413: TooLargeError,
    414: TooLargeError,
    422: IdempotencyKeyError,
    429: RateLimitError,
}


#: Statuses that say the same without a code, which gateways and proxies leave out.
_WITHOUT_CODE = (413, 414, 429)


def class_of(status: int, code: int | None) -> type[ListingError]:
    """The class of a response with this status."""
    # A 401 is about the key with these codes alone (docs/partners.md: authentication).
    if code in (1161, 1167):
        return InvalidKeyError
    if status >= 500:
        return UnavailableError
    # Every error of the API has a code: the 404 of a proxy or a wrong base URL says nothing about a record.
    if code is None and status not in _WITHOUT_CODE:
        return ListingError
    return _BY_STATUS.get(status, ListingError)
