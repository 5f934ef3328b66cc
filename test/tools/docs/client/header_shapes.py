"""Headers in the shapes of Python's frameworks, for ``verify``; those frameworks themselves are in the long test."""

import base64
import hashlib
import hmac
import json
import time
from email.message import Message

from partner_listing_client import EVENT_TYPES, WebhookError, webhooks

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = json.dumps({"id": "evt_1", "type": "TEST"}).encode()
STAMP = str(int(time.time()))
MAC = hmac.new(base64.b64decode(SECRET[6:]), f"evt_1.{STAMP}.".encode() + BODY, hashlib.sha256).digest()
PLAIN = {
    "webhook-id": "evt_1",
    "webhook-timestamp": STAMP,
    "webhook-signature": "v1," + base64.b64encode(MAC).decode(),
}


class Items:
    """Neither a mapping nor iterable, as Werkzeug's."""

    def items(self):
        return iter([(name.title(), value) for name, value in PLAIN.items()])


def message(*more):
    made = Message()
    for name, value in [*PLAIN.items(), *more]:
        made[name] = value
    return made


META = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in PLAIN.items()}
RAW = [(name.encode(), value.encode()) for name, value in PLAIN.items()]

SHAPES = {
    "a dictionary": PLAIN,
    "capitals": {name.title(): value for name, value in PLAIN.items()},
    "http.server": message(("Host", "hooks.example.com")),
    "an object with items": Items(),
    "Django's META": {**META, "CONTENT_TYPE": "application/json", "wsgi.version": (1, 0)},
    "Starlette's scope": RAW,
    "bytes by name": dict(RAW),
    "lists of bytes": [(name, [value]) for name, value in RAW],
    "Lambda, of several values": {name.title(): [value] for name, value in PLAIN.items()},
    "pairs": list(PLAIN.items()),
    "an absent one next to it": {**PLAIN, "Webhook-Id": None},
}
WRONG = {
    "none": None,
    "empty": {},
    "one missing": {name: value for name, value in PLAIN.items() if name != "webhook-id"},
    "two ids": message(("Webhook-Id", "evt_1")),
    "two in a list": {**PLAIN, "webhook-id": ["evt_1", "evt_1"]},
    "a number": {**PLAIN, "webhook-id": 1},
    "another id": {**PLAIN, "webhook-id": b"evt_2"},
    "blank": {**PLAIN, "webhook-signature": ""},
}


def is_taken(headers):
    try:
        return webhooks.verify(BODY, headers, SECRET)["id"] == "evt_1"
    except WebhookError:
        return False


print(
    json.dumps(
        {
            "taken": [(name, is_taken(headers)) for name, headers in SHAPES.items()],
            "refused": [(name, not is_taken(headers)) for name, headers in WRONG.items()],
            "known": sorted(EVENT_TYPES),
        }
    )
)
