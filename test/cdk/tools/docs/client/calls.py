"""Calls of the installed client, told by standard input as JSON; what came of them goes to standard output as JSON."""

import json
import sys
import threading

import partner_listing_client as client
from partner_listing_client import webhooks

task = json.load(sys.stdin)


def outcome(call):
    try:
        answer = call()
    except (client.ListingError, client.WebhookError, TypeError, ValueError) as error:
        facts = ("status", "code", "attempts", "retry_after", "idempotency_key", "etag", "request_id", "violations")
        return {"error": type(error).__name__, **{name: getattr(error, name, None) for name in facts}}
    if isinstance(answer, client.Answer):
        return {"data": answer.data, "etag": answer.etag, "replayed": answer.replayed, "request_id": answer.request_id}
    return {"data": answer}


def client_at(url, settings=None):
    return client.PartnerListing(url, task["key"], user_agent="our-sync/4", **(settings or {}))


def called(step):
    api = client_at(step["url"], step.get("settings"))
    method = getattr(getattr(api, step["of"]) if "of" in step else api, step["method"])
    if step.get("of") == "all":
        return outcome(lambda: list(method(**step["with"])))
    return outcome(lambda: method(**step["with"]))


def in_threads(step):
    """One client, one connection for each thread."""
    api = client_at(step["url"])
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(outcome(lambda: getattr(api, step["method"])(**step["with"]))))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def verified(step):
    return outcome(lambda: webhooks.verify(step["body"].encode(), step["headers"], step["secrets"], now=step["now"]))


print(
    json.dumps(
        {
            "calls": [called(step) for step in task["calls"]],
            "threads": [in_threads(step) for step in task["threads"]],
            "verified": [verified(step) for step in task["verified"]],
        }
    )
)
