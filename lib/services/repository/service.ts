/** Services of an account: one item each in a partition with their number, so that names stay unique and a limit holds. */
import { hash } from 'node:crypto';
import { caseless } from '../../contract/folded-text.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import { type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import type { Counter } from '../../dynamodb/writes/counted.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';

/** The types of its items. */
export const SERVICE = 'service';
export const SERVICE_COUNTS = 'serviceCounts';

/** So many an account has at most. */
export const MOST_SERVICES = 1000;

/** The account that services belong to. */
export interface ServiceOwner {
  readonly partnerId: string;
  readonly accountNumber: number;
}

/** What a service has in addition to its name; price and currency come together. */
export interface ServiceDetails {
  readonly price?: number;
  readonly currencyCode?: string;
  readonly description?: string;
  readonly group?: string;
  /** Minutes. */
  readonly duration?: number;
}

export interface Service extends ServiceDetails {
  readonly serviceId: string;
  readonly name: string;
  /** When it was changed last: ISO 8601, in UTC. */
  readonly updatedOn: string;
}

export interface StoredService extends Service {
  readonly item: Item;
}

/** The details, in the order in which data files write them. */
export const SERVICE_DETAILS = ['price', 'currencyCode', 'description', 'group', 'duration'] as const;

const PREFIX = 'SERV';
const FIRST_ID = 100_000_000_000_000n;

/**
 * The id of a service, which follows from its account and name: of two creations of one name one wins, and a service
 * that is made again has its id again.
 */
export const serviceIdOf = (accountNumber: number, name: string): string => {
  const hex = hash('sha256', JSON.stringify([accountNumber, caseless(name)]), 'hex').slice(0, 24);
  return `${PREFIX}${FIRST_ID + (BigInt(`0x${hex}`) % (9n * FIRST_ID))}`;
};

const ID = /^SERV[1-9][0-9]{14}$/;
export const isServiceId = (text: string): boolean => ID.test(text);

/** The digits of an id, and the id that has them: lists of ids store the digits alone. */
export const digitsOf = (serviceId: string): string => serviceId.slice(PREFIX.length);
export const serviceIdFrom = (digits: string): string => `${PREFIX}${digits}`;

export const servicesPartition = ({ partnerId, accountNumber }: ServiceOwner): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'SERVICES');

export const serviceKey = (owner: ServiceOwner, serviceId: string): Key => ({
  pk: servicesPartition(owner),
  sk: serviceId,
});

/** What the sort keys of services begin with, unlike that of their number. */
export const SERVICE_KEYS = PREFIX;

export const serviceCounter = (owner: ServiceOwner): Counter => ({
  pk: servicesPartition(owner),
  type: SERVICE_COUNTS,
  owner,
});

/** A new item for a service. */
export const serviceItem = (owner: ServiceOwner, service: Service): Item => {
  const record = { ...owner, ...service };
  return itemOf(
    SERVICE,
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    serviceKey(owner, service.serviceId),
  );
};

/** The service that an item holds: the opposite of `serviceItem`. */
export const serviceFrom = (item: Item): StoredService => ({
  serviceId: String(item.serviceId),
  name: String(item.name),
  ...(Object.fromEntries(
    SERVICE_DETAILS.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  ) as ServiceDetails),
  updatedOn: String(item.updatedOn),
  item,
});
