"""The clients: their settings, and the operations from ``_methods`` and ``_async_methods``."""

from __future__ import annotations

import ssl

import httpx
from typing_extensions import Self

from ._async_methods import AsyncOperations, AsyncPages, AsyncRecords
from ._call import Setup
from ._caller import AsyncCaller, Caller
from ._exchange import AsyncExchange, Exchange
from ._methods import Operations, Pages, Records
from ._version import VERSION

_AGENT = f"partner-listing-client/{VERSION}"


class PartnerListing(Operations):
    """
    The API, with a method for each operation.

    A method takes the operation's parameters, its ``body`` and options of the call as keyword arguments. It returns the
    data with the response's metadata, or raises a ``ListingError``. Threads may share a client.

    :param base_url: the URL of the API, with its stage
    :param api_key: the partner's key
    :param timeout: seconds that one attempt may take
    :param deadline: seconds that a call may take with all of its retries and waits
    :param retries: how often a call is retried
    :param user_agent: the name of your program
    :param ssl_context: for a private certificate authority; by default the authorities that the machine trusts
    :param http2: offer HTTP/2 to the server; needs the package ``h2``
    :param http_client: your own client of httpx, for all else (a proxy, a transport of tests); closing it is up to you,
        and ``ssl_context`` and ``http2`` are settings of it
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 30,
        deadline: float = 120,
        retries: int = 4,
        user_agent: str | None = None,
        ssl_context: ssl.SSLContext | None = None,
        http2: bool = False,
        http_client: httpx.Client | None = None,
    ) -> None:
        setup = Setup(
            base_url,
            api_key,
            agent=_AGENT,
            timeout=timeout,
            deadline=deadline,
            retries=retries,
            user_agent=user_agent,
        )
        exchange = Exchange(setup.base_url, context=ssl_context, http2=http2, http_client=http_client)
        caller = Caller(setup, exchange)
        super().__init__(caller)
        #: Lists page by page.
        self.pages = Pages(caller)
        #: The records of lists one by one, on all pages.
        self.all = Records(caller)

    def close(self) -> None:
        """Closes the connections."""
        self._caller.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncPartnerListing(AsyncOperations):
    """
    The API as coroutines, for asyncio and trio: the methods, settings and errors of ``PartnerListing``.

    Lists are read with ``async for``. The tasks of one event loop may share a client; another event loop needs its own.

    :param http_client: your own async client of httpx
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 30,
        deadline: float = 120,
        retries: int = 4,
        user_agent: str | None = None,
        ssl_context: ssl.SSLContext | None = None,
        http2: bool = False,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        setup = Setup(
            base_url,
            api_key,
            agent=_AGENT,
            timeout=timeout,
            deadline=deadline,
            retries=retries,
            user_agent=user_agent,
        )
        exchange = AsyncExchange(setup.base_url, context=ssl_context, http2=http2, http_client=http_client)
        caller = AsyncCaller(setup, exchange)
        super().__init__(caller)
        #: Lists page by page.
        self.pages = AsyncPages(caller)
        #: The records of lists one by one, on all pages.
        self.all = AsyncRecords(caller)

    async def close(self) -> None:
        """Closes the connections."""
        await self._caller.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
