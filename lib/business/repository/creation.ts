/** New locations and sub-accounts as items: under numbers of our drawing, each business of an account once. */

import { clock, random } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import { epochSeconds, expiryAfter } from '../../dynamodb/table/expiry.ts';
import { digest, type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import {
  type AccountDetails,
  accountItem,
  accountKey,
  NOT_CLOSING,
  ownerItem,
} from '../../partners/repository/account.ts';
import { businessItem, businessKey, type LocationType } from './business.ts';

/** What makes a business the only one of its account. */
export interface Identity {
  /** The account that it is below. */
  readonly below: number;
  readonly name: string;
  readonly zip: string;
  readonly phone: string | undefined;
}

interface Fields {
  /** By path, under the names that accounts and profiles share. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly aggrOptions: 0 | 1;
}

export type NewBusiness = Identity &
  Fields &
  (
    | { readonly kind: 'business'; readonly businessType: LocationType }
    | {
        readonly kind: 'account';
        readonly businessType: 'Enterprise' | 'Reseller';
        readonly hierarchyLevels?: readonly string[];
      }
  );

const text = { type: 'string' } as const;
const number = { type: 'integer' } as const;

export const creationEntity: Entity = {
  type: 'creation',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#CREATION#<digest>', sk: 'CREATION' },
  answers: 'Was a duplicate of this business just created in the account?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'createdNumber', 'kind', 'expiresAtSeconds'],
    properties: {
      partnerId: text,
      createdNumber: number,
      kind: { enum: ['account', 'business'] },
      expiresAtSeconds: number,
    },
  },
  exported: { not: 'it expires within minutes' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'comes with its location' },
  removal: { withLocation: 'expires within minutes', withAccount: 'expires within minutes' },
};

/**
 * Longer than the index lags, and longer than a try of a transaction can be under way (its signature holds for five
 * minutes): so no late try puts a second business of the kind either.
 */
const KEPT_SECONDS = 900;

const digits = (phone: unknown): string => String(phone ?? '').replace(/[^0-9]/g, '');
const folded = (name: unknown): string =>
  String(name ?? '')
    .trim()
    .toLowerCase();

export const creationKey = (partnerId: string, { below, name, zip, phone }: Identity): Key => ({
  pk: ofPartner(partnerId, 'ACCOUNT', below, 'CREATION', digest(folded(name), zip.trim(), digits(phone))),
  sk: 'CREATION',
});

export const recordKey = (partnerId: string, kind: unknown, created: number): Key =>
  kind === 'account' ? accountKey(partnerId, created) : businessKey(partnerId, created);

/** Whether a creation is still remembered; TTL removes items late. */
export const isRemembered = ({ expiresAtSeconds }: Item): boolean => Number(expiresAtSeconds) >= epochSeconds();

/** Whether an item, of the table or of the index of namesakes, is below the account and has the phone. */
export const isCandidate = (item: Item, { below, phone }: Identity): boolean =>
  (item.sk === 'ACCOUNT' ? item.parent : item.accountNumber) === below && digits(item.phone) === digits(phone);

export const isTwin = (item: Item, identity: Identity): boolean =>
  isCandidate(item, identity) &&
  folded(item.name) === folded(identity.name) &&
  String(item['location.zip'] ?? '').trim() === identity.zip.trim();

/** A random number of 15 digits: no counter to queue at, nothing to guess from. */
export const drawNumber = (): number => 1e14 + Number(BigInt(`0x${random.hex(16)}`) % 900_000_000_000_000n);

export const itemFor = (partnerId: string, command: NewBusiness, created: number, createdBy: string): Item => {
  const { kind, below, name, zip, phone, aggrOptions, fields } = command;
  const profile = { name, 'location.zip': zip, ...(phone !== undefined && { phone }), ...fields };
  const origin = { createdAt: new Date(clock.now()).toISOString(), createdBy, aggrOptions };
  if (kind === 'business') {
    const { businessType } = command;
    const own = { businessNumber: created, accountNumber: below, listingFixed: false, businessType, ...origin };
    return businessItem(partnerId, { ...own, profile });
  }
  const { businessType, hierarchyLevels } = command;
  const details = { ...profile, ...origin, businessType, parent: below } satisfies AccountDetails;
  return accountItem({ accountNumber: created, partnerId, ...details, ...(hierarchyLevels && { hierarchyLevels }) });
};

const IF_NEW = 'attribute_not_exists(pk)';

/** The actions and conditions of a creation. */
export const actionsFor = (
  partnerId: string,
  command: NewBusiness,
  item: Item,
  created: number,
  stale: number | undefined,
) => {
  const { kind, below } = command;
  // The owner of a number stays for good: with the mark, a creation is known by it even if the record has changed since.
  const owner: Action = {
    Put: { Item: { ...ownerItem(kind, created, partnerId), p0: item.p0 }, ConditionExpression: IF_NEW },
  };
  const account: Action = {
    ConditionCheck: {
      Key: accountKey(partnerId, below),
      ConditionExpression: `attribute_exists(pk) AND NOT #status IN (:inactive, :suspended) AND ${NOT_CLOSING}`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':inactive': 'inactive', ':suspended': 'suspended', ':now': clock.now() },
    },
  };
  const taken = stale === undefined ? '' : ' OR createdNumber = :stale';
  const creation: Action = {
    Put: {
      Item: itemOf(
        'creation',
        { partnerId, createdNumber: created, kind, expiresAtSeconds: expiryAfter(KEPT_SECONDS) },
        creationKey(partnerId, command),
      ),
      ConditionExpression: `${IF_NEW} OR expiresAtSeconds < :now${taken}`,
      ExpressionAttributeValues: { ':now': epochSeconds(), ...(stale !== undefined && { ':stale': stale }) },
    },
  };
  return [owner, account, { Put: { Item: item, ConditionExpression: IF_NEW } } as Action, creation];
};
