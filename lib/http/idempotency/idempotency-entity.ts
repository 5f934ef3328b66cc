/** What idempotency keys declare (lib/entities.ts). */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import { routeNotFound } from '../../contract/error-rows.ts';
import { contactNotFound } from '../../contract/later-error-rows.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Entity } from '../../dynamodb/table/entity.ts';
import type { ContactName, EmployeeName, EraseFrom, Erasing } from '../../dynamodb/table/erasure.ts';
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

/** The response to a request that was about the contact. */
const eraseKept: EraseFrom<ContactName> = (item, { partnerId, accountNumber, contactId }) => {
  const { id, customerId = id, accountNumber: own } = (item.result ?? {}) as Result;
  const isTheirs = isOf(item, partnerId) && customerId === contactId && own === accountNumber;
  return isTheirs ? refusedFrom(item, contactNotFound) : undefined;
};

/** The response to a request that saved the employee. */
const eraseSaved: EraseFrom<EmployeeName> = (item, { partnerId, accountNumber, employee }) => {
  const result = (item.result ?? {}) as Result;
  const isTheirs = isOf(item, partnerId) && result.employee === employee && result.accountNumber === accountNumber;
  return isTheirs ? refusedFrom(item, routeNotFound) : undefined;
};

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
  personal: { identifies: true, erased: { contact: eraseKept, employee: eraseSaved } },
  events: false,
  counts: false,
  audit: { not: 'stands for a request; what that wrote is audited' },
  removal: { withLocation: 'answers repetitions, and expires', withAccount: 'answers repetitions, and expires' },
};
