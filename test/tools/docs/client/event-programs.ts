/** Programs that handle events with a client, for its types: what compiles, and what must not. */

const DATA = `businessId: event.data.businessId, changed: event.data.changed[0]`;

/** Each line with `!` at its end must be refused by the compiler, and no other. */
export const typescriptProgram = `import { isKnownEvent, type WebhookEvent, webhooks } from 'partner-listing-client';
import type { IncomingHttpHeaders } from 'node:http';
export const received = (body: Uint8Array, headers: IncomingHttpHeaders) => webhooks.verify(body, headers, 'whsec_x');
export const handle = async (sent: Promise<WebhookEvent>): Promise<unknown> => {
  const event: WebhookEvent = await sent;
  if (event.type === 'BUSINESS_UPDATED') return { ${DATA} };
  if (event.type === 'QNA_UPDATED') return event.data.changed; //!
  switch (event.type) {
    case 'USER_UPDATED': { const change: 'created' | 'updated' | 'removed' = event.data.change; return change; }
    case 'SURVEY_COMPLETED': { const score: number = event.data.overallScore; return score; } //!
    case 'MEDIA_PROCESSED': return event.data.failureReason?.slice(0, 4) ?? event.data.mediaId;
    case 'BUSINESS_RENAMED': return 1; //!
    case 'TEST': return event.data.businessId.toFixed();
  }
  if (isKnownEvent(event)) return event.data.accountNumber; //!
  const type: string = event.type;
  return [type, String(event.type) === 'A_LATER_ONE', event.data.anything, event.businessNumber, event.data.a.b]; //!
};
export const apart = ({ type, data }: WebhookEvent) => (type === 'REVIEW_CREATED' ? data.rating : 0);
export const lambda = (event: { body: string; headers: Record<string, string | undefined>; multiValueHeaders: Record<string, string[]> | null }) =>
  [webhooks.verify(event.body, event.headers, ['a', 'b']), webhooks.verify(event.body, event.multiValueHeaders, 'a'), webhooks.verify(event.body, new Headers(), 'a')];
`;

/** Each line with `#!` at its end must be refused by a type checker, and no other. */
export const pythonProgram = `from email.message import Message

from partner_listing_client import WebhookEvent, webhooks
from partner_listing_client.events import is_known, is_unknown


def received(body: bytes, headers: dict[str, str], message: Message) -> list[WebhookEvent]:
    raw: list[tuple[bytes, bytes]] = []
    return [
        webhooks.verify(body, headers, "whsec_x"),
        webhooks.verify(body, message, ["a", "b"]),
        webhooks.verify(body, raw, "a"),
    ]


def handle(event: WebhookEvent) -> object:
    if event["type"] == "BUSINESS_UPDATED":
        first: str = event["data"]["changed"][0]
        return first
    if event["type"] == "QNA_UPDATED":
        return event["data"]["changed"]  #!
    if event["type"] == "SURVEY_COMPLETED":
        score: float = event["data"]["overallScore"]  #!
        return score
    if event["type"] == "USER_UPDATED":
        return event["data"]["change"] == "removed"
    if is_unknown(event):
        kind: str = event["type"]
        return kind, event["data"]["a field of later"]
    if is_known(event):
        return event["data"]["a field of later"]  #!
    return event["businessNumber"]
`;

/** The numbers of the lines of a program that end in a mark. */
export const markedLines = (program: string, mark: string): number[] =>
  program.split('\n').flatMap((line, index) => (line.endsWith(mark) ? [index + 1] : []));
