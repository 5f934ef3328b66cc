/** Idempotency keys in the table: what was executed under each, and its response; TTL removes them after a day. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import type { Violation } from '../../contract/violations.ts';
import type { Item } from '../../dynamodb/attributes.ts';
import { type Claim, type Executed, KeyReused } from '../../dynamodb/claim.ts';
import { type Entity, itemOf } from '../../dynamodb/entity.ts';
import { epochSeconds, expiryAfter } from '../../dynamodb/expiry.ts';
import { digest, type Key, ofPartner, secretsOfPartner } from '../../dynamodb/keys.ts';
import type { PartnerStore } from '../../dynamodb/partner-store.ts';
import type { Action } from '../../dynamodb/transactions.ts';

/** A write under an idempotency key. */
export interface IdempotentRequest {
  readonly operationId: string;
  readonly key: string;
  /** The same key with another fingerprint is another request. */
  readonly fingerprint: string;
  /** Whether its response holds a secret: what is kept of it lies among the secrets then (`Contract.secretReply`). */
  readonly isSecret?: true | undefined;
}

/** What came of a request: its response, or what refused it by the record. */
export type Kept =
  | { readonly body: string; readonly version?: number | string }
  | {
      readonly error: ErrorEntry;
      readonly violations: readonly Violation[];
      readonly headers: Readonly<Record<string, string>>;
    };

/** What lies under a key that was used: what was executed, and what came of it, unless that could not be kept. */
export interface Used extends Executed {
  readonly kept?: Kept | undefined;
}

const text = { type: 'string' } as const;

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
    properties: { fingerprint: text, mark: text, expiresAtSeconds: { type: 'integer' }, kept: text },
  },
  exported: { not: 'it expires within a day' },
  personal: true,
  audit: { not: 'stands for a request; what that wrote is audited' },
  removal: { withLocation: 'answers repetitions, and expires', withAccount: 'answers repetitions, and expires' },
};

const KEPT_SECONDS = 24 * 3600;
/** More is not kept: the record is read again for a repetition. */
const MOST_KEPT_BYTES = 100_000;

const keyOf = (partnerId: string, { operationId, key, isSecret }: IdempotentRequest): Key => ({
  pk: (isSecret ? secretsOfPartner : ofPartner)(partnerId, 'IDEMPOTENCY', digest(operationId, key)),
  sk: 'IDEMPOTENCY',
});

/** TTL removes items late. */
const IF_FREE = 'attribute_not_exists(pk) OR expiresAtSeconds < :now';

const usedFrom = ({ mark, result, kept }: Item): Used => ({
  mark: String(mark),
  ...(result !== undefined && { result: result as Readonly<Record<string, unknown>> }),
  ...(kept !== undefined && { kept: JSON.parse(String(kept)) as Kept }),
});

/** What an item that lies under the key means for this request. */
const usedBy = (item: Item | undefined, request: IdempotentRequest): Used => {
  if (item?.fingerprint !== request.fingerprint) throw new KeyReused('the key belongs to another request');
  return usedFrom(item);
};

/** The key was taken for a refusal of the same request. */
export class KeptRefusal extends Error {
  override readonly name = 'KeptRefusal';
  readonly kept: Kept;

  constructor(kept: Kept) {
    super('the request was refused under this key');
    this.kept = kept;
  }
}

/** What was executed under a key that a write found taken. */
const executedBy = (item: Item | undefined, request: IdempotentRequest): Used => {
  const used = usedBy(item, request);
  if (used.kept && 'error' in used.kept) throw new KeptRefusal(used.kept);
  return used;
};

/** The idempotency keys of a partner. */
export const idempotencyKeys = ({ table, partnerId }: PartnerStore) => ({
  /**
   * What was executed under the key; `undefined` for a key that is free.
   *
   * @throws KeyReused where another request was
   */
  find: async (request: IdempotentRequest): Promise<Used | undefined> => {
    const item = await table.get(keyOf(partnerId, request));
    return item && Number(item.expiresAtSeconds) >= epochSeconds() ? usedBy(item, request) : undefined;
  },

  /** The key as writes see it. */
  claim: (request: IdempotentRequest, executed: Executed | undefined): Claim => ({
    executed,
    take: ({ mark, result }): Action => ({
      Put: {
        Item: itemOf(
          'idempotency',
          { fingerprint: request.fingerprint, mark, result, expiresAtSeconds: expiryAfter(KEPT_SECONDS) },
          keyOf(partnerId, request),
        ),
        ConditionExpression: IF_FREE,
        ExpressionAttributeValues: { ':now': epochSeconds() },
      },
    }),
    taken: (found) => executedBy(found, request),
  }),

  /** Keeps what came of what was executed. */
  keep: async (request: IdempotentRequest, kept: Kept): Promise<void> => {
    const text = JSON.stringify(kept);
    if (Buffer.byteLength(text) > MOST_KEPT_BYTES) return;
    await table.update({
      Key: keyOf(partnerId, request),
      UpdateExpression: 'SET kept = :kept',
      ConditionExpression: 'fingerprint = :fingerprint AND attribute_not_exists(kept)',
      ExpressionAttributeValues: { ':kept': text, ':fingerprint': request.fingerprint },
    });
  },

  /** Takes the key for a refusal; or answers with what was done meanwhile, by another try of the request. */
  refuse: async (request: IdempotentRequest, kept: Kept): Promise<Used | undefined> => {
    const text = JSON.stringify(kept);
    const refused = await table.put({
      Item: itemOf(
        'idempotency',
        { fingerprint: request.fingerprint, mark: '', kept: text, expiresAtSeconds: expiryAfter(KEPT_SECONDS) },
        keyOf(partnerId, request),
      ),
      ConditionExpression: IF_FREE,
      ExpressionAttributeValues: { ':now': epochSeconds() },
    });
    return refused && refused.item?.kept !== text ? usedBy(refused.item, request) : undefined;
  },
});
