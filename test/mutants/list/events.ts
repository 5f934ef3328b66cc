/** Events: from the stream to the queue, from the queue to the webhook (docs/engineers.md: events). */
import type { Mutant } from '../mutant.ts';

const PART = 'part: events';
const MADE_UP = 'threat: makes up an event';
const TOLD = "threat: is told of another partner's records";
const INSIDE = 'threat: has us send requests into networks';
const HELD_UP = 'threat: has an endpoint that is slow or dead';
const ROUTE = 'test/functions/events/route-events.test.ts';
const DELIVER = 'test/functions/events/deliver-webhook.test.ts';
const SEND = 'test/lib/subscriptions/send.test.ts';

export const events: readonly Mutant[] = [
  {
    name: 'event-id-of-each-reading',
    file: 'lib/subscriptions/rules/told.ts',
    find: 'digest(change.eventId, event.type)',
    replace: 'digest(change.eventId, event.type, Math.random())',
    tests: [[ROUTE, 'is one event, and is sent again only while nobody has tried it']],
    promise: PART,
  },
  {
    name: 'delivery-not-sent-not-sent-again',
    file: 'lib/subscriptions/route.ts',
    find: 'if (isUntried(there)) messages.push',
    replace: 'if (there === delivery) messages.push',
    tests: [[ROUTE, 'where the queue was down is sent then']],
    promise: PART,
  },
  {
    name: 'next-turn-not-sent-for-another',
    file: 'lib/subscriptions/deliver.ts',
    find: 'return ways.isRepeated ? goOn(delivery) : undefined;',
    replace: 'return;',
    tests: [[DELIVER, 'between the result and the next turn is sent on by the same message']],
    promise: PART,
  },
  {
    name: 'begun-replay-not-sent',
    file: 'lib/subscriptions/repository/delivery-writes.ts',
    find: "if (found.order === order) return status === 'pending' && tries === 0 ? delivery : undefined;",
    replace: 'if (found.order === order) return undefined;',
    tests: [[ROUTE, 'that was cut off before it was sent is sent when its order is read again']],
    promise: PART,
  },
  {
    name: 'lost-answer-of-a-try-not-known',
    file: 'lib/subscriptions/repository/delivery-writes.ts',
    find: 'return found?.turn === turn + 1 ? found : undefined;',
    replace: 'return found && undefined;',
    tests: [['test/functions/events/lost-answers.test.ts', 'that a try has failed']],
    promise: PART,
  },
  {
    name: 'silent-imports-told',
    file: 'lib/subscriptions/rules/told.ts',
    find: '  if (isQuiet(change.oldImage, change.newImage)) return [];\n',
    replace: '  isQuiet(change.oldImage, change.newImage);\n',
    tests: [[ROUTE, 'of nothing, of a silent import, of an account that closes']],
    promise: PART,
  },
  {
    name: 'signature-without-the-id',
    file: 'lib/subscriptions/signature.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in the source
    find: '`${id}.${timestamp}.${body}`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it would stand there
    replace: '`${timestamp}.${body}`',
    tests: [['test/lib/subscriptions/signature.test.ts', 'is the one that Standard Webhooks publishes']],
    promise: MADE_UP,
  },
  {
    name: 'contacts-in-events',
    file: 'lib/contacts/events.ts',
    find: 'data: { customerId: id, accountNumber, businessIds: told }',
    replace: 'data: { customerId: id, accountNumber, businessIds: told, contact: after ?? before }',
    tests: [[ROUTE, 'of a contact tells numbers, and nothing of the person']],
    promise: TOLD,
  },
  {
    name: 'events-of-every-location',
    file: 'lib/subscriptions/rules/told.ts',
    find: '(accountNumber === event.accountNumber && event.businessIds.includes(businessId))',
    replace: 'accountNumber === event.accountNumber',
    tests: [[ROUTE, 'is who subscribed to the account or the location, and to the event; no other partner']],
    promise: TOLD,
  },
  {
    name: 'addresses-of-names-not-judged',
    file: 'lib/outside/lookup.ts',
    find: 'if (!found.every(({ address }) => isAllowedAddress(address, { allowLocal })))',
    replace: 'if (!found.every(({ address }) => address && { allowLocal }))',
    tests: [[SEND, 'is one that a name resolves to']],
    promise: INSIDE,
  },
  {
    name: 'addresses-of-any-range',
    file: 'lib/outside/addresses.ts',
    find: "  if (range !== 'unicast') return false;\n",
    replace: '',
    tests: [['test/lib/outside/addresses.test.ts', 'is refused']],
    promise: INSIDE,
  },
  {
    name: 'six-requests-in-flight',
    file: 'lib/subscriptions/repository/webhook-state.ts',
    find: "['l0', 'l1', 'l2', 'l3', 'l4'] as const",
    replace: "['l0', 'l1', 'l2', 'l3', 'l4', 'l5'] as const",
    tests: [[DELIVER, 'has five requests in flight at most']],
    promise: HELD_UP,
  },
  {
    name: 'no-probes',
    file: 'lib/subscriptions/rules/schedule.ts',
    find: 'export const PROBED_FROM = 10;',
    replace: 'export const PROBED_FROM = 10_000;',
    tests: [[DELIVER, 'that failed ten times in a row gets one probe for each wait, and the rest wait behind it']],
    promise: HELD_UP,
  },
];
