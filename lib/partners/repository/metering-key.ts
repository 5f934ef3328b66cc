/**
 * Metering keys: the API Gateway keys that count a partner's requests against a usage plan, one for each partner and
 * plan. Their values are opaque and of our making; partners never see them.
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner } from '../../dynamodb/table/keys.ts';

export interface MeteringKey {
  readonly partnerId: string;
  /** The usage plan's name. */
  readonly plan: string;
  readonly value: string;
  /** The id of the API Gateway key. */
  readonly apiKeyId: string;
  /** The id of the usage plan that it is in: what asks for its use names both. Keys of old lack it until they are ensured again. */
  readonly usagePlanId?: string;
}

const text = { type: 'string' } as const;

export const meteringKeyEntity: Entity = {
  type: 'meteringKey',
  keys: { pk: 'P#<partner>', sk: 'METER#<plan>', index: ['METERS#<first of value>', '<value>'] },
  answers: 'Which metering key counts requests for this plan? Whose is it?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'plan', 'value', 'apiKeyId'],
    properties: { partnerId: text, plan: text, value: text, apiKeyId: text, usagePlanId: text },
  },
  exported: { not: 'it belongs to the stage’s API Gateway' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from the keys; it belongs to the stage’s API Gateway' },
  removal: { withLocation: 'belongs to the partner', withAccount: 'belongs to the partner' },
  whenRestored: 'keeps',
};

export const meteringKeyKey = (partnerId: string, plan: string): Key => ({
  pk: ofPartner(partnerId),
  sk: `METER#${plan}`,
});

/** Where the index finds a metering key by its value; only operators' tools ask there. */
export const meterPartition = (value: string): string => `METERS#${value.slice(0, 2)}`;

export const meteringKeyItem = (meteringKey: MeteringKey): Item =>
  itemOf('meteringKey', meteringKey, {
    ...meteringKeyKey(meteringKey.partnerId, meteringKey.plan),
    gsi1pk: meterPartition(meteringKey.value),
    gsi1sk: meteringKey.value,
  });

/** The metering keys of a partner. */
export const meteringKeys = ((store) => ({
  /** That of a plan. One call. */
  find: async (plan: string): Promise<MeteringKey | undefined> =>
    (await store.table.get(meteringKeyKey(store.partnerId, plan))) as MeteringKey | undefined,
})) satisfies Opened<unknown>;
