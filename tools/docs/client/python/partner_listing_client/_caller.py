"""Calls operations, blocking or async: the two differ only in how they send and wait."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

import anyio

from ._answer import Answer, VersionedAnswer, versioned
from ._call import PageTurner, Setup, records_of
from ._exchange import AsyncExchange, Exchange
from ._request import Given

Operation = Mapping[str, Any]
Options = Mapping[str, Any]


class Caller:
    """Sends the requests of one client."""

    def __init__(self, setup: Setup, exchange: Exchange) -> None:
        self._setup = setup
        self._exchange = exchange

    def close(self) -> None:
        """Closes the connections."""
        self._exchange.close()

    def pause(self, seconds: float) -> None:
        """Waits."""
        time.sleep(seconds)

    def call(self, operation: Operation, given: Given, options: Options) -> Answer[Any]:
        """Calls an operation: retries until it succeeds, fails for good, or runs out of time."""
        call = self._setup.begin(operation, given, options)
        while True:
            result = self._exchange.send(call.request, call.begin_attempt())
            outcome = call.after(result)
            if isinstance(outcome, Answer):
                return outcome
            time.sleep(outcome)

    def call_versioned(self, operation: Operation, given: Given, options: Options) -> VersionedAnswer[Any]:
        """Calls an operation whose responses have an ``ETag``."""
        return versioned(self.call(operation, given, options))

    def pages(self, operation: Operation, given: Given, options: Options) -> Iterator[Answer[Any]]:
        """The pages of a list, one request each."""
        turner = PageTurner(operation, given, options)
        while True:
            answer = self.call(operation, turner.next_request(), turner.options)
            yield answer
            if turner.is_last(answer):
                return

    def records(self, operation: Operation, given: Given, options: Options) -> Iterator[Any]:
        """The records of all pages, one after the other."""
        for answer in self.pages(operation, given, options):
            yield from records_of(operation, answer)


class AsyncCaller:
    """Sends the requests of one async client."""

    def __init__(self, setup: Setup, exchange: AsyncExchange) -> None:
        self._setup = setup
        self._exchange = exchange

    async def close(self) -> None:
        """Closes the connections."""
        await self._exchange.close()

    async def pause(self, seconds: float) -> None:
        """Waits."""
        await anyio.sleep(seconds)

    async def call(self, operation: Operation, given: Given, options: Options) -> Answer[Any]:
        """Calls an operation: retries until it succeeds, fails for good, or runs out of time."""
        call = self._setup.begin(operation, given, options)
        while True:
            result = await self._exchange.send(call.request, call.begin_attempt())
            outcome = call.after(result)
            if isinstance(outcome, Answer):
                return outcome
            await anyio.sleep(outcome)

    async def call_versioned(self, operation: Operation, given: Given, options: Options) -> VersionedAnswer[Any]:
        """Calls an operation whose responses have an ``ETag``."""
        return versioned(await self.call(operation, given, options))

    async def pages(self, operation: Operation, given: Given, options: Options) -> AsyncIterator[Answer[Any]]:
        """The pages of a list, one request each."""
        turner = PageTurner(operation, given, options)
        while True:
            answer = await self.call(operation, turner.next_request(), turner.options)
            yield answer
            if turner.is_last(answer):
                return

    async def records(self, operation: Operation, given: Given, options: Options) -> AsyncIterator[Any]:
        """The records of all pages, one after the other."""
        async for answer in self.pages(operation, given, options):
            for record in records_of(operation, answer):
                yield record
