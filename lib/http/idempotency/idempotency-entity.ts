/** What idempotency keys declare (lib/entities.ts). */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import { routeNotFound } from '../../contract/error-rows.ts';
import { contactNotFound } from '../../contract/later-error-rows.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Entity } from '../../dynamodb/table/entity.ts';
import type { ContactName, EmployeeName, EraseFrom, Erasing, UserName } from '../../dynamodb/table/erasure.ts';
import { ofPartner, secretsOfPartner } from '../../dynamodb/table/keys.ts';
import { keyOf } from '../../dynamodb/writes/dependent-items.ts';

const text = { type: 'string' } as const;

/** Whether an idempotency record is one of a partner. */
const isOf = (item: Item, partnerId: string): boolean =>
  [ofPartner, secretsOfPartner].some((of) => String(item.pk).startsWith(`${of(partnerId, 'IDEMPOTENCY')}#`));

/** A repetition of what made or changed the person finds that there is none, and does not make them again. */
const refusedFrom = (item: Item, error: ErrorEntry): Erasing => ({
  what: 'kept responses',
  actions: [
    {
      Update: {
        Key: keyOf(item),
        UpdateExpression: 'SET kept = :refusal, mark = :none REMOVE #result',
        ConditionExpression: 'fingerprint = :fingerprint',
        ExpressionAttributeNames: { '#result': 'result' },
        ExpressionAttributeValues: {
          ':refusal': JSON.stringify({ error, violations: [], headers: {} }),
          ':none': '',
          ':fingerprint': item.fingerprint,
        },
      },
    },
  ],
});

type Result = Readonly<Record<string, unknown>>;

/** The response to a request that was about the contact; about something of theirs, `contactId`. */
const eraseKept: EraseFrom<ContactName> = (item, { partnerId, accountNumber, contactId }) => {
  const { id, customerId = id, contactId: whose, accountNumber: own } = (item.result ?? {}) as Result;
  if (!isOf(item, partnerId) || own !== accountNumber) return undefined;
  if (whose === contactId) return refusedFrom(item, routeNotFound);
  return customerId === contactId ? refusedFrom(item, contactNotFound) : undefined;
};

/** The response to a request that saved the employee, or names them as an assignee. */
const eraseSaved: EraseFrom<EmployeeName> = (item, { partnerId, accountNumber, employee }) => {
  const result = (item.result ?? {}) as Result;
  const isTheirs = isOf(item, partnerId) && result.employee === employee && result.accountNumber === accountNumber;
  return isTheirs ? refusedFrom(item, routeNotFound) : undefined;
};

/** The response to a request that names the user as an assignee. */
const eraseAssigned: EraseFrom<UserName> = (item, { partnerId, userId }) =>
  isOf(item, partnerId) && (item.result as Result | undefined)?.assignedUserId === userId
    ? refusedFrom(item, routeNotFound)
    : undefined;

export const idempotencyEntity: Entity = {
  type: 'idempotency',
  keys: {
    pk: 'P#<partner>#IDEMPOTENCY#<digest of operation and key>, SECRET#P#<partner>#IDEMPOTENCY#<digest of operation and key>',
    sk: 'IDEMPOTENCY',
  },
  answers: 'Was this request executed before, and what was the response?',
  attributes: {
    type: 'object',
    required: ['fingerprint', 'mark', 'expiresAtSeconds'],
    properties: { fingerprint: text, mark: text, taker: text, expiresAtSeconds: { type: 'integer' }, kept: text },
  },
  exported: { not: 'it expires within a day' },
  personal: { identifies: true, erased: { contact: eraseKept, user: eraseAssigned, employee: eraseSaved } },
  events: false,
  counts: false,
  audit: { not: 'stands for a request; what that wrote is audited' },
  removal: { withLocation: 'answers repetitions, and expires', withAccount: 'answers repetitions, and expires' },
};
