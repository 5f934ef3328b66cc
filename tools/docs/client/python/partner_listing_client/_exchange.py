"""One attempt of a request: sends it and reads the complete response, blocking or async."""

from __future__ import annotations

import os
import ssl
import time
from collections.abc import Iterator, Mapping
from typing import Any

import anyio
import httpx

from ._answer import Lost, Reply, reply_of
from ._request import WireRequest

#: As many connections are kept open as may be open: bursts of calls don't open them again.
_LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=100)


def _settings(context: ssl.SSLContext | None, http2: bool) -> dict[str, Any]:
    # The authorities that the machine trusts, also those that its owner added.
    return {"verify": context or ssl.create_default_context(), "http2": http2, "limits": _LIMITS}


def _built(
    client: httpx.Client | httpx.AsyncClient, base_url: str, request: WireRequest, timeouts: Mapping[str, float]
) -> httpx.Request:
    return client.build_request(
        request.method,
        base_url + request.path,
        # As bytes: of text httpx takes ASCII alone.
        headers=[(name.encode(), value.encode("latin-1")) for name, value in request.headers.items()],
        content=request.body,
        extensions={"timeout": timeouts},
    )


class _TimeLeft(Mapping[str, float]):
    """The time-out of each step of an attempt: what is left of the time of the whole."""

    _STEPS = ("connect", "read", "write", "pool")

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def __getitem__(self, step: str) -> float:
        if step not in self._STEPS:
            raise KeyError(step)
        return max(0.001, self._end - time.monotonic())

    def __iter__(self) -> Iterator[str]:
        return iter(self._STEPS)

    def __len__(self) -> int:
        return len(self._STEPS)

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self._end


class Exchange:
    """Sends the requests of one client; threads may share it."""

    def __init__(
        self, base_url: str, *, context: ssl.SSLContext | None, http2: bool, http_client: httpx.Client | None
    ) -> None:
        self._base_url = base_url
        self._settings = None if http_client else _settings(context, http2)
        self._client = http_client or httpx.Client(**self._settings or {})
        self._process = os.getpid()

    def _connected(self) -> httpx.Client:
        # Connections that a parent process opened belong to the parent.
        if self._settings is not None and self._process != os.getpid():
            self._client, self._process = httpx.Client(**self._settings), os.getpid()
        return self._client

    def close(self) -> None:
        """Closes the connections, but for those of an HTTP client that was given."""
        if self._settings is not None:
            self._connected().close()

    def send(self, request: WireRequest, timeout: float) -> Reply | Lost:
        """
        :param timeout: seconds for the complete exchange
        """
        client = self._connected()
        left = _TimeLeft(timeout)
        built = _built(client, self._base_url, request, left)
        try:
            # The key must not follow to another host.
            response = client.send(built, stream=True, follow_redirects=False)
            try:
                parts: list[bytes] = []
                for part in response.iter_bytes():
                    parts.append(part)
                    if left.is_over:
                        return Lost(TimeoutError("The response did not end in time"), is_late=True)
            finally:
                response.close()
        except httpx.TimeoutException as error:
            return Lost(error, is_late=True)
        except (httpx.TransportError, httpx.DecodingError) as error:
            return Lost(error, is_late=False)
        return reply_of(response.status_code, response.headers, b"".join(parts))


class AsyncExchange:
    """Sends the requests of one client; the tasks of one event loop may share it."""

    def __init__(
        self, base_url: str, *, context: ssl.SSLContext | None, http2: bool, http_client: httpx.AsyncClient | None
    ) -> None:
        self._base_url = base_url
        self._is_own = http_client is None
        self._client = http_client or httpx.AsyncClient(**_settings(context, http2))

    async def close(self) -> None:
        """Closes the connections, but for those of an HTTP client that was given."""
        if self._is_own:
            await self._client.aclose()

    async def send(self, request: WireRequest, timeout: float) -> Reply | Lost:
        """
        :param timeout: seconds for the complete exchange
        """
        built = _built(self._client, self._base_url, request, {})
        try:
            with anyio.fail_after(timeout):
                # The key must not follow to another host.
                response = await self._client.send(built, follow_redirects=False)
        except (TimeoutError, httpx.TimeoutException) as error:
            return Lost(error, is_late=True)
        except (httpx.TransportError, httpx.DecodingError) as error:
            return Lost(error, is_late=False)
        return reply_of(response.status_code, response.headers, response.content)
