/** The mappings of a partner's locations: found, listed and written. */
import { businessKey } from '../../business/repository/business.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { INDEX, type Key, keyText } from '../../dynamodb/table/keys.ts';
import { readAhead } from '../../dynamodb/table/read-ahead.ts';
import { checkRecordBytes } from '../../dynamodb/table/record-size.ts';
import { keyOf, unchangedAction, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { amountIn, countOneMore } from '../../dynamodb/writes/limited-count.ts';
import { markAbove, newestMark, versionOf } from '../../dynamodb/writes/marks.ts';
import { creation, takeKey, type Written, withDependents, write } from '../../dynamodb/writes/write.ts';
import { accountKey, named } from '../../partners/repository/account.ts';
import {
  type Integration,
  integrationChanges,
  integrationCount,
  integrationFrom,
  integrationItem,
  integrationKey,
  integrationsPartition,
  listedOfGroup,
  MAPPING_PREFIX,
} from './integration.ts';

/** What is stored where a mapping is to be written. */
export interface MappingContext {
  readonly accountNumber: number;
  /** The mapping's item, if there is one. */
  readonly before: Item | undefined;
  /** The number of mappings of the location. */
  readonly amount: number;
}

/** A mapping as the index lists it. */
export interface ListedMapping {
  readonly key: Key;
  readonly active: boolean;
  /** What it costs to be read, in blocks of 4 KB. */
  readonly blocks: number;
}

const listedFrom = (item: Item): ListedMapping => {
  const [, , active, blocks] = String(item.gsi1sk).split('#');
  return { key: keyOf(item), active: active === '1', blocks: Number(blocks) };
};

export const integrations = ((store) => {
  const { table, partnerId } = store;
  return {
    /** `undefined` if the number is no location's. One call. */
    context: async (businessNumber: number, integrationGroupId: number): Promise<MappingContext | undefined> => {
      const keys = {
        account: accountKey(partnerId, businessNumber),
        location: businessKey(partnerId, businessNumber),
        before: integrationKey(partnerId, { businessNumber, integrationGroupId }),
        count: integrationCount(partnerId, businessNumber, 0).key,
      };
      const { account, location, before, count } = named(await table.batchGet(Object.values(keys)), keys);
      if (account || !location) return undefined;
      return { accountNumber: Number(location.accountNumber), before, amount: amountIn(count) };
    },

    /** Writes a mapping on what was read. One call. */
    write: (before: Item | undefined, mapping: Integration): Promise<Written> => {
      const mark = markAbove(before);
      if (before) {
        const actions = [updateAction(before, integrationChanges(mapping), { mark })];
        return write(store, { strategy: withDependents, actions, basedOn: [versionOf(before)], mark });
      }
      const item: Item = { ...integrationItem(partnerId, mapping), p0: mark };
      checkRecordBytes(Number(item.bytes));
      const put = { Put: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' } };
      const count = countOneMore(integrationCount(partnerId, mapping.businessNumber, mapping.accountNumber));
      return write(store, { strategy: creation(), actions: [put, count], basedOn: [0], mark });
    },

    /** Takes the idempotency key for a mapping that stays as it is. */
    keep: (before: Item): Promise<Written> => takeKey(store, [unchangedAction(before)], { mark: newestMark(before) }),

    /** The mappings of a location, by system; may be a second old. One call for each MB. */
    ofLocation: async (businessNumber: number): Promise<readonly Integration[]> => {
      const found: Integration[] = [];
      const pages = table.query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': businessKey(partnerId, businessNumber).pk, ':prefix': MAPPING_PREFIX },
      });
      for await (const page of pages) found.push(...page.map(integrationFrom));
      return found;
    },

    /** Those of an account as the index lists them, by system and location, page after page; may be a second old. */
    listed: async function* (
      accountNumber: number,
      integrationGroupId: number | undefined,
    ): AsyncGenerator<readonly ListedMapping[]> {
      const isOfGroup = integrationGroupId !== undefined;
      const pages = table.query({
        IndexName: INDEX,
        KeyConditionExpression: isOfGroup ? 'gsi1pk = :pk AND begins_with(gsi1sk, :group)' : 'gsi1pk = :pk',
        ExpressionAttributeValues: {
          ':pk': integrationsPartition(partnerId, accountNumber),
          ...(isOfGroup && { ':group': listedOfGroup(integrationGroupId) }),
        },
        ProjectionExpression: 'pk, sk, gsi1sk',
      });
      for await (const page of readAhead(pages)) yield page.map(listedFrom);
    },

    /** Those that are there of these keys, in their order. */
    read: async (keys: readonly Key[]): Promise<readonly Integration[]> => {
      const items = keys.length > 0 ? await table.batchGet(keys, { consistent: false }) : [];
      const found = new Map(items.map((item) => [keyText(item), item]));
      return keys.flatMap((key) => {
        const item = found.get(keyText(key));
        return item ? [integrationFrom(item)] : [];
      });
    },
  };
}) satisfies Opened<unknown>;
