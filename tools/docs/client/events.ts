/**
 * Generates the types of events for both clients: a union discriminated by `type`. A service may send types that a client
 * does not know yet; they have a literal type of their own, or a check of `type` would not narrow the union. Pure.
 */
import { schemaNameOf } from '../events/schemas.ts';

const HEAD = 'Generated from the contracts of the API; see README.md.';

/** Text that is no type of an event: only the compiler sees it. */
const OTHER = 'any other';

/** The module \`events.ts\` of the client for TypeScript. */
export const typescriptEvents = (eventNames: readonly string[]): string => `// ${HEAD}
import { type AnyEvent, type VerifyOptions, type WebhookHeaders, webhooks as untyped } from './runtime/webhooks.ts';
import type * as types from './types.ts';

/** An event of a type that this version of the client knows. */
export type KnownEvent =
${eventNames.map((name) => `  | types.${schemaNameOf(name)}`).join('\n')};

/** The type of such an event. */
export type EventType = KnownEvent['type'];

declare enum OtherEventType {
  any = '${OTHER}',
}

/** An event of a type that came later than this version of the client. Its \`type\` is text: \`String(event.type)\`. */
export type UnknownEvent = Omit<AnyEvent, 'type'> & { type: OtherEventType };

/** An event: \`event.type\` says what its \`data\` is. */
export type WebhookEvent = KnownEvent | UnknownEvent;

const known: ReadonlySet<string> = new Set<EventType>([
${eventNames.map((name) => `  '${name}',`).join('\n')}
]);

/** Whether this version of the client knows the type of an event: new ones may be added within /v1. */
export const isKnownEvent = (event: WebhookEvent): event is KnownEvent => known.has(event.type);

export const webhooks = {
  /**
   * Verifies a request and returns its event.
   *
   * @param body - the raw body, before it is parsed: bytes, or their text
   * @param headers - as the framework has them
   * @param secrets - one, or during a rotation both
   * @throws WebhookError unless one of the secrets signed the request within the tolerance
   * @throws TypeError for an invalid secret
   */
  verify: async (
    body: string | Uint8Array | ArrayBuffer,
    headers: WebhookHeaders,
    secrets: string | readonly string[],
    options?: VerifyOptions,
  ): Promise<WebhookEvent> => (await untyped.verify(body, headers, secrets, options)) as unknown as WebhookEvent,
};
`;

/** The module \`events.py\` of the client for Python. */
export const pythonEvents = (eventNames: readonly string[]): string => `# ${HEAD}
"""The events of webhooks: \`\`event["type"]\`\` says what \`\`event["data"]\`\` is."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict, TypeGuard, Union

from . import types as _types


class UnknownEvent(TypedDict):
    """An event of a type that came later than this version of the client."""

    id: str
    #: Any text. For type checkers a literal of its own, or a check of \`\`type\`\` would not narrow the union.
    type: Literal["${OTHER}"]
    timestamp: str
    apiVersion: str
    businessNumber: int
    data: dict[str, Any]


#: An event of a type that this version of the client knows.
KnownEvent: TypeAlias = Union[
${eventNames.map((name) => `    _types.${schemaNameOf(name)},`).join('\n')}
]

#: An event: \`\`event["type"]\`\` says what \`\`event["data"]\`\` is.
WebhookEvent: TypeAlias = Union[KnownEvent, UnknownEvent]

#: The types that this version of the client knows; new ones may come.
EVENT_TYPES: frozenset[str] = frozenset(
    (
${eventNames.map((name) => `        "${name}",`).join('\n')}
    )
)


def is_known(event: WebhookEvent) -> TypeGuard[KnownEvent]:
    """Whether this version of the client knows the type of an event."""
    return event["type"] in EVENT_TYPES


def is_unknown(event: WebhookEvent) -> TypeGuard[UnknownEvent]:
    """Whether the type of an event came later than this version of the client."""
    return event["type"] not in EVENT_TYPES
`;
