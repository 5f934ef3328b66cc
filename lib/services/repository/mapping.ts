/** Which services each alpha category of a location has: one item next to its profile. */
import { type Business, businessFrom, businessKey } from '../../business/repository/business.ts';
import { unavailableInstead } from '../../dynamodb/client/outcomes.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark, nextMark } from '../../dynamodb/writes/marks.ts';
import { saveVersion } from '../../dynamodb/writes/save-version.ts';
import { creation, takeKey, write } from '../../dynamodb/writes/write.ts';
import { isAt } from '../../partners/repository/account.ts';
import { digitsOf, serviceIdFrom } from './service.ts';

/** The type of its item. */
export const SERVICE_MAPPING = 'serviceMapping';

/** The services of a category, in the order in which they were sent. */
export interface MappedCategory {
  readonly category: string;
  readonly serviceIds: readonly string[];
}

/** By category, each once; a category without services is left out. */
export type Mapping = readonly MappedCategory[];

export interface MappingRecord {
  readonly business: Business;
  readonly mapping: Mapping;
  /** Absent until something is mapped. */
  readonly item: Item | undefined;
}

export const mappingKey = (partnerId: string, businessNumber: number): Key => ({
  pk: ofPartner(partnerId, 'BUSINESS', businessNumber),
  sk: 'SERVICES',
});

/** Where the index lists which locations of an account have a mapping: an export asks for them. */
export const mappingsPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'SERVICEMAPPINGS');

/** As it is stored: the digits of the ids, as a thousand of them are to take few write units. */
const stored = (mapping: Mapping) =>
  mapping.map(({ category, serviceIds }) => ({ category, services: serviceIds.map(digitsOf).join(' ') }));

/** The mapping that an item holds. */
export const mappingFrom = ({ mapping }: Item): Mapping =>
  (mapping as ReturnType<typeof stored>).map(({ category, services }) => ({
    category,
    serviceIds: services.split(' ').map(serviceIdFrom),
  }));

/** A new item for the mapping of a location. */
export const mappingItem = (
  partnerId: string,
  { businessNumber, accountNumber }: Pick<Business, 'businessNumber' | 'accountNumber'>,
  mapping: Mapping,
): Item => {
  const record = { businessNumber, accountNumber, partnerId, mapping: stored(mapping) };
  return itemOf(
    SERVICE_MAPPING,
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    {
      ...mappingKey(partnerId, businessNumber),
      gsi1pk: mappingsPartition(partnerId, accountNumber),
      gsi1sk: sortable(businessNumber),
    },
  );
};

/** The mappings of a partner's locations. */
export const mappings = ((store) => {
  const { table, partnerId, idempotency } = store;

  const create = async (business: Business, mapping: Mapping): Promise<'done' | 'changed'> => {
    const mark = nextMark();
    const item = { ...mappingItem(partnerId, business, mapping), p0: mark };
    const location = {
      Key: businessKey(partnerId, business.businessNumber),
      ConditionExpression: 'attribute_exists(pk)',
    };
    const written = await write(store, {
      strategy: creation(),
      actions: [{ Put: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' } }, { ConditionCheck: location }],
      basedOn: [0],
      mark,
    }).catch(unavailableInstead);
    return 'refused' in written ? 'changed' : 'done';
  };

  return {
    /** `undefined` if there is no such location. One call. */
    find: async (businessNumber: number): Promise<MappingRecord | undefined> => {
      const keys = [businessKey(partnerId, businessNumber), mappingKey(partnerId, businessNumber)];
      const items = await table.batchGet(keys);
      const [location, item] = keys.map((key) => items.find((each) => isAt(each, key)));
      return location && { business: businessFrom(location), mapping: item ? mappingFrom(item) : [], item };
    },

    /** Writes the mapping on what was read; if it is the same, only takes the idempotency key. One call. */
    write: async ({ business, item }: MappingRecord, mapping: Mapping): Promise<'done' | 'changed'> => {
      if (item) {
        const key = mappingKey(partnerId, business.businessNumber);
        const changes = { mapping: stored(mapping) };
        const saved = await saveVersion(store, { key, changes, basedOn: item }).catch(unavailableInstead);
        return 'saved' in saved ? 'done' : 'changed';
      }
      if (mapping.length > 0) return create(business, mapping);
      if (idempotency) await takeKey(store, []);
      return 'done';
    },
  };
}) satisfies Opened<unknown>;
