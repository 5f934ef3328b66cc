"""The client: its settings, and the operations that stand in ``_methods``."""

from __future__ import annotations

import ssl
from typing import Self

from ._caller import Caller
from ._methods import Operations, Pages, Records
from ._version import VERSION


class PartnerListing(Operations):
    """
    The API, with a method for each operation.

    A method takes the operation's parameters, its ``body`` and options of the call by name, answers the data with what
    the response says of it, and raises a ``ListingError``. Threads may share a client.

    :param base_url: where the API is, with its stage
    :param api_key: the partner's key
    :param timeout: seconds that one try may take
    :param deadline: seconds that a call may take with all of its retries and waits
    :param retries: how often a call is tried again
    :param user_agent: the name of your program
    :param ssl_context: of a private authority
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
    ) -> None:
        caller = Caller(
            base_url,
            api_key,
            client=f"partner-listing-client/{VERSION}",
            timeout=timeout,
            deadline=deadline,
            retries=retries,
            user_agent=user_agent,
            ssl_context=ssl_context,
        )
        super().__init__(caller)
        #: Lists page by page.
        self.pages = Pages(caller)
        #: The records of lists one by one, on all pages.
        self.all = Records(caller)

    def close(self) -> None:
        """Closes the connection of this thread."""
        self._caller.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
