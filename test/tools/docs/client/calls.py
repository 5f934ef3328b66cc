"""
Calls of the installed client, which standard input describes as JSON; the outcomes go to standard output as JSON. The
blocking and the async client make the same calls: ``style`` says which one.
"""

import asyncio
import inspect
import itertools
import json
import ssl
import sys
import threading

import partner_listing_client as client
from partner_listing_client import webhooks

task = json.load(sys.stdin)
is_async = task["style"] == "async"


async def done(value, first=None):
    """What a call returns, at once or awaited; a list to its end, or its first records."""
    if inspect.isawaitable(value):
        return await value
    found = []
    if hasattr(value, "__aiter__"):
        async for each in value:
            found.append(each)
            if len(found) == first:
                break
        return found
    return list(itertools.islice(value, first)) if inspect.isgenerator(value) else value


async def outcome(call, first=None):
    try:
        answer = await done(call(), first)
    except (client.ListingError, client.WebhookError, TypeError, ValueError) as error:
        facts = ("status", "code", "attempts", "retry_after", "idempotency_key", "etag", "request_id", "violations")
        return {"error": type(error).__name__, **{name: getattr(error, name, None) for name in facts}}
    if isinstance(answer, client.Answer):
        return {"data": answer.data, "etag": answer.etag, "replayed": answer.replayed, "request_id": answer.request_id}
    return {"data": answer}


def client_at(url, authority=None, **settings):
    if authority:
        settings["ssl_context"] = ssl.create_default_context(cafile=authority)
    kind = client.AsyncPartnerListing if is_async else client.PartnerListing
    return kind(url, settings.pop("key", task["key"]), user_agent="our-sync/4", **settings)


def noting(cursors):
    """Notes the cursors that `on_cursor` gets."""

    async def note(cursor):
        cursors.append(cursor)

    return note if is_async else cursors.append


async def called(step):
    try:
        api = client_at(step["url"], **step.get("settings", {}))
    except ValueError as error:
        return {"error": type(error).__name__}
    method = getattr(getattr(api, step["of"]) if "of" in step else api, step["method"])
    cursors = []
    given = {**step["with"], **({"on_cursor": noting(cursors)} if step["method"] == "changes" else {})}
    try:
        return {**await outcome(lambda: method(**given), step.get("first")), "cursors": cursors}
    finally:
        await done(api.close())


async def at_once(step):
    """Eight calls of one client at a time, in threads or in tasks."""
    api = client_at(step["url"])
    method = getattr(api, step["method"])
    if is_async:
        return await asyncio.gather(*(outcome(lambda: method(**step["with"])) for _ in range(8)))
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(asyncio.run(outcome(lambda: method(**step["with"])))))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


async def verified(step):
    return await outcome(
        lambda: webhooks.verify(step["body"].encode(), step["headers"], step["secrets"], now=step["now"])
    )


async def main():
    return {
        "calls": [await called(step) for step in task["calls"]],
        "at_once": [await at_once(step) for step in task["at_once"]],
        "verified": [await verified(step) for step in task["verified"]],
    }


print(json.dumps(asyncio.run(main())))
