"""One try of a request: sent, and its response read to the end."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import ssl
import threading
import time
from dataclasses import dataclass
from http.client import HTTPMessage
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Reply:
    """A response that came whole; ``body`` is ``None`` where it is no JSON."""

    status: int
    headers: HTTPMessage
    body: Any


class Lost(Exception):
    """No response came, or half of one: whether the request was executed is not known."""

    def __init__(self, in_time: bool) -> None:
        super().__init__("no response")
        self.in_time = in_time


class _Opened(threading.local):
    """The connection of a thread, kept open between requests."""

    connection: http.client.HTTPConnection | None = None
    process: int = 0


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


class Exchange:
    """Sends the requests of one client, over one connection for each thread."""

    def __init__(self, base_url: str, context: ssl.SSLContext | None) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("base_url must begin with https:// or http://")
        if parts.query or parts.fragment or parts.username or parts.password:
            raise ValueError("base_url must be an origin and a path alone")
        self._secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port
        self._prefix = parts.path.rstrip("/")
        self._context = context or (ssl.create_default_context() if self._secure else None)
        self._opened = _Opened()

    def _connect(self, timeout: float) -> http.client.HTTPConnection:
        if self._secure:
            return http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=self._context)
        return http.client.HTTPConnection(self._host, self._port, timeout=timeout)

    def close(self) -> None:
        """Closes the connection of this thread."""
        connection, self._opened.connection = self._opened.connection, None
        # One that a parent process opened is the parent's.
        if connection is not None and self._opened.process == os.getpid():
            connection.close()

    def send(self, method: str, path: str, headers: dict[str, str], body: bytes | None, timeout: float) -> Reply:
        """
        :param timeout: seconds for all of it
        :raises Lost: where no whole response comes in time
        """
        end = time.monotonic() + timeout
        if self._opened.process != os.getpid():
            self._opened.connection = None
        is_kept = self._opened.connection is not None
        try:
            return self._try(method, path, headers, body, end)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError) as error:
            self.close()
            # A server closes connections that it finds idle. Whatever is sent may be sent twice: writes have a key.
            if not is_kept:
                raise Lost(in_time=True) from error
        except TimeoutError as error:
            self.close()
            raise Lost(in_time=False) from error
        except (http.client.HTTPException, OSError, EOFError) as error:
            self.close()
            raise Lost(in_time=True) from error
        except BaseException:
            # Interrupted, or a header that can't be sent: what is left on the connection is nobody's answer.
            self.close()
            raise
        return self.send(method, path, headers, body, max(0.001, end - time.monotonic()))

    def _try(self, method: str, path: str, headers: dict[str, str], body: bytes | None, end: float) -> Reply:
        connection = self._opened.connection
        if connection is None:
            connection = self._connect(max(0.001, end - time.monotonic()))
            self._opened.connection, self._opened.process = connection, os.getpid()
            connection.connect()
        self._wait(connection, end)
        connection.request(method, self._prefix + path, body=body, headers=headers)
        response = connection.getresponse()
        parts: list[bytes] = []
        while True:
            self._wait(connection, end)
            part = response.read(65_536)
            if not part:
                break
            parts.append(part)
        if response.length:
            raise http.client.IncompleteRead(b"".join(parts), response.length)
        if response.will_close:
            self.close()
        whole = b"".join(parts)
        if response.headers.get("content-encoding", "").lower() == "gzip":
            whole = gzip.decompress(whole)
        reply = Reply(response.status, response.headers, _parsed(whole))
        if 200 <= reply.status < 300 and reply.body is None:
            raise http.client.HTTPException("a success without JSON")
        return reply

    @staticmethod
    def _wait(connection: http.client.HTTPConnection, end: float) -> None:
        left = end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        # None once the response was read to its end.
        if connection.sock is not None:
            connection.sock.settimeout(left)
