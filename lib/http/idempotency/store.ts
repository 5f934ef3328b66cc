/**
 * Idempotency records in the table: what was executed under each key, and its response. TTL removes them after a day.
 */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import type { Violation } from '../../contract/violations.ts';
import { isRefused } from '../../dynamodb/client/outcomes.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { epochSeconds, expiryAfter } from '../../dynamodb/table/expiry.ts';
import { digest, type Key, ofPartner, secretsOfPartner } from '../../dynamodb/table/keys.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { type Executed, type IdempotencyRecord, KeyReused } from '../../dynamodb/writes/idempotency-record.ts';
import { nextMark } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';

/** A write under an idempotency key. */
export interface IdempotentRequest {
  readonly operationId: string;
  readonly key: string;
  /** The same key with another fingerprint belongs to another request. */
  readonly fingerprint: string;
  /** Whether its response holds a secret: it is then stored with the secrets (`Contract.secretReply`). */
  readonly isSecret?: true | undefined;
}

/** The outcome of a request: its response, or the error that depended on the record. */
export type Kept =
  | { readonly body: string; readonly version?: number | string }
  | {
      readonly error: ErrorEntry;
      readonly violations: readonly Violation[];
      readonly headers: Readonly<Record<string, string>>;
    };

/** The record of a used key: what was executed, and its outcome, unless that could not be stored. */
export interface Used extends Executed {
  readonly kept?: Kept | undefined;
}

const KEPT_SECONDS = 24 * 3600;
/** Larger responses are not stored: a repeated request reads the record again. */
const MOST_KEPT_BYTES = 100_000;

/** Whose key it is: the partner's, or that of the connectors of one account, to whom other accounts are not there. */
type Owner = Pick<PartnerStore, 'partnerId' | 'onlyAccount'>;

const keyOf = ({ partnerId, onlyAccount }: Owner, { operationId, key, isSecret }: IdempotentRequest): Key => {
  const own = onlyAccount === undefined ? [] : [onlyAccount];
  const name = digest(operationId, key, ...own);
  return { pk: (isSecret ? secretsOfPartner : ofPartner)(partnerId, 'IDEMPOTENCY', name), sk: 'IDEMPOTENCY' };
};

/** TTL removes items late, so expired ones count as free. */
const IF_FREE = 'attribute_not_exists(pk) OR expiresAtSeconds < :now';

const usedFrom = ({ mark, result, taker, kept }: Item): Used => ({
  mark: String(mark),
  ...(taker !== undefined && { taker: String(taker) }),
  ...(result !== undefined && { result: result as Readonly<Record<string, unknown>> }),
  ...(kept !== undefined && { kept: JSON.parse(String(kept)) as Kept }),
});

/** Reads a key's item for this request. */
const usedBy = (item: Item | undefined, request: IdempotentRequest): Used => {
  if (item?.fingerprint !== request.fingerprint) throw new KeyReused('the key belongs to another request');
  return usedFrom(item);
};

/** A refusal of the same request is stored under the key. */
export class KeptRefusal extends Error {
  override readonly name = 'KeptRefusal';
  readonly kept: Kept;

  constructor(kept: Kept) {
    super('the request was refused under this key');
    this.kept = kept;
  }
}

/** What was executed under a key that a write found used. */
const executedBy = (item: Item | undefined, request: IdempotentRequest): Used => {
  const used = usedBy(item, request);
  if (used.kept && 'error' in used.kept) throw new KeptRefusal(used.kept);
  return used;
};

/** The idempotency keys of a partner. */
export const idempotencyKeys = ({ table, ...owner }: PartnerStore) => ({
  /**
   * What was executed under the key; `undefined` if the key is free.
   *
   * @throws KeyReused if another request used it
   */
  find: async (request: IdempotentRequest): Promise<Used | undefined> => {
    const item = await table.get(keyOf(owner, request));
    return item && Number(item.expiresAtSeconds) >= epochSeconds() ? usedBy(item, request) : undefined;
  },

  /** The idempotency record that a write stores in its transaction. */
  record: (request: IdempotentRequest, executed: Executed | undefined): IdempotencyRecord => ({
    executed,
    take: ({ mark, result, taker }): Action => ({
      Put: {
        Item: itemOf(
          'idempotency',
          { fingerprint: request.fingerprint, mark, result, taker, expiresAtSeconds: expiryAfter(KEPT_SECONDS) },
          keyOf(owner, request),
        ),
        ConditionExpression: IF_FREE,
        ExpressionAttributeValues: { ':now': epochSeconds() },
      },
    }),
    taken: (found) => executedBy(found, request),
    isTaken: async () => (await idempotencyKeys({ table, ...owner }).find(request)) !== undefined,
  }),

  /** Stores the outcome of an executed request, or returns the one that another try of it stored before. */
  keep: async (request: IdempotentRequest, kept: Kept): Promise<Kept | undefined> => {
    const text = JSON.stringify(kept);
    if (Buffer.byteLength(text) > MOST_KEPT_BYTES) return undefined;
    const outcome = await table.update({
      Key: keyOf(owner, request),
      UpdateExpression: 'SET kept = :kept',
      ConditionExpression: 'fingerprint = :fingerprint AND attribute_not_exists(kept)',
      ExpressionAttributeValues: { ':kept': text, ':fingerprint': request.fingerprint },
    });
    const isOfRequest = isRefused(outcome) && outcome.item?.fingerprint === request.fingerprint;
    return isOfRequest ? usedFrom(outcome.item).kept : undefined;
  },

  /** Stores a refusal under the key, or returns what another try of the request did in the meantime. */
  refuse: async (request: IdempotentRequest, kept: Kept): Promise<Used | undefined> => {
    const text = JSON.stringify(kept);
    const taker = nextMark();
    const refused = await table.put({
      Item: itemOf(
        'idempotency',
        { fingerprint: request.fingerprint, mark: '', taker, kept: text, expiresAtSeconds: expiryAfter(KEPT_SECONDS) },
        keyOf(owner, request),
      ),
      ConditionExpression: IF_FREE,
      ExpressionAttributeValues: { ':now': epochSeconds() },
    });
    // Its own put may have been applied without a response.
    return refused && refused.item?.taker !== taker ? usedBy(refused.item, request) : undefined;
  },
});
