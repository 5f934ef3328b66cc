/** Mappings: what a location is called in another system. One item for each location and system. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import { type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { blocksOf } from '../../dynamodb/table/read-units.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import type { LimitedCount } from '../../dynamodb/writes/limited-count.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';

/** The types of its items, and of the items that count them. */
export const INTEGRATION = 'integration';
export const INTEGRATION_COUNT = 'integrationCount';

/** A location has so many mappings at most, and a mapping so many properties. */
export const MOST_MAPPINGS = 50;
export const MOST_PROPERTIES = 50;

export interface IntegrationProperty {
  readonly propertyKey: string;
  readonly propertyValue: string;
}

export interface Integration {
  readonly businessNumber: number;
  readonly accountNumber: number;
  /** The other system. */
  readonly integrationGroupId: number;
  readonly active: boolean;
  readonly integrationProperties: readonly IntegrationProperty[];
  /** ISO 8601, in UTC. */
  readonly updatedAt: string;
}

const ofLocation = (partnerId: string, businessNumber: number): string =>
  ofPartner(partnerId, 'BUSINESS', businessNumber);

/** How the sort keys of mappings begin in the partition of their location. */
export const MAPPING_PREFIX = 'INTEGRATION#';

export const integrationKey = (
  partnerId: string,
  { businessNumber, integrationGroupId }: Pick<Integration, 'businessNumber' | 'integrationGroupId'>,
): Key => ({ pk: ofLocation(partnerId, businessNumber), sk: `${MAPPING_PREFIX}${sortable(integrationGroupId)}` });

/** Where the index lists the mappings of an account. */
export const integrationsPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'INTEGRATIONS');

/** How the sort keys of a system's mappings begin there. */
export const listedOfGroup = (integrationGroupId: number): string => `${sortable(integrationGroupId)}#`;

/** The number of a location's mappings. */
export const integrationCountKey = (partnerId: string, businessNumber: number): Key => ({
  pk: ofLocation(partnerId, businessNumber),
  sk: 'INTEGRATIONS',
});

export const integrationCount = (partnerId: string, businessNumber: number, accountNumber: number): LimitedCount => ({
  key: integrationCountKey(partnerId, businessNumber),
  type: INTEGRATION_COUNT,
  owner: { partnerId, accountNumber, businessNumber },
  most: MOST_MAPPINGS,
});

/** Keys, marks and the like of an item, at most. */
const ADJACENT_TO_RECORD = 900;

/** What of an item a change of its mapping changes, the place in the index included. */
export const integrationChanges = ({
  businessNumber,
  integrationGroupId,
  active,
  integrationProperties,
  updatedAt,
}: Omit<Integration, 'accountNumber'>) => {
  const changes = { active, integrationProperties, updatedAt };
  // The index shows what a mapping costs to read, before it is read.
  const blocks = blocksOf(recordBytes(changes) + ADJACENT_TO_RECORD);
  const place = `${listedOfGroup(integrationGroupId)}${sortable(businessNumber)}`;
  return { ...changes, gsi1sk: `${place}#${active ? 1 : 0}#${blocks}` };
};

/** A new item for a mapping. */
export const integrationItem = (partnerId: string, mapping: Integration): Item => {
  const { businessNumber, accountNumber, integrationGroupId } = mapping;
  const { gsi1sk, ...changes } = integrationChanges(mapping);
  const record = { partnerId, accountNumber, businessNumber, integrationGroupId, ...changes };
  return itemOf(
    INTEGRATION,
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    { ...integrationKey(partnerId, mapping), gsi1pk: integrationsPartition(partnerId, accountNumber), gsi1sk },
  );
};

/** The mapping that an item holds: the opposite of `integrationItem`. */
export const integrationFrom = (item: Item): Integration => ({
  businessNumber: Number(item.businessNumber),
  accountNumber: Number(item.accountNumber),
  integrationGroupId: Number(item.integrationGroupId),
  active: item.active === true,
  // A map of the table has no order: the fields are put in that of the contract, so that equal lists read equal.
  integrationProperties: ((item.integrationProperties ?? []) as readonly IntegrationProperty[]).map(
    ({ propertyKey, propertyValue }) => ({ propertyKey, propertyValue }),
  ),
  updatedAt: String(item.updatedAt),
});
