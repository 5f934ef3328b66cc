/** The services of a partner's accounts: found, listed and written. */
import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import { unavailableInstead } from '../../dynamodb/client/outcomes.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { counterKey } from '../../dynamodb/writes/counted.ts';
import { keyOf } from '../../dynamodb/writes/dependent-items.ts';
import { saveVersion } from '../../dynamodb/writes/save-version.ts';
import type { Written } from '../../dynamodb/writes/write.ts';
import { isAt } from '../../partners/repository/account.ts';
import { createCounted } from '../../partners/repository/counted-creation.ts';
import {
  isServiceId,
  MOST_SERVICES,
  SERVICE_KEYS,
  type Service,
  type ServiceOwner,
  type StoredService,
  serviceCounter,
  serviceFrom,
  serviceItem,
  serviceKey,
  servicesPartition,
} from './service.ts';

export const services = ((store) => {
  const { table } = store;

  const read = async (owner: ServiceOwner, ids: readonly string[], consistent: boolean): Promise<StoredService[]> => {
    const keys = ids.map((id) => serviceKey(owner, id));
    return keys.length > 0 ? (await table.batchGet(keys, { consistent })).map(serviceFrom) : [];
  };

  return {
    /** What a creation depends on: the service of this id, and the counts of the account. One call. */
    context: async (
      owner: ServiceOwner,
      serviceId: string,
    ): Promise<{ readonly found: Item | undefined; readonly counts: Item | undefined }> => {
      const keys = [serviceKey(owner, serviceId), counterKey(serviceCounter(owner))] as const;
      const items = await table.batchGet(keys);
      const [found, counts] = keys.map((key) => items.find((item) => isAt(item, key)));
      return { found, counts };
    },

    /** One call. */
    find: async (owner: ServiceOwner, serviceId: string): Promise<StoredService | undefined> => {
      if (!isServiceId(serviceId)) return undefined;
      const item = await table.get(serviceKey(owner, serviceId));
      return item && serviceFrom(item);
    },

    /** All of an account, in order of their ids; may be a second old. One call for each MB. */
    listed: async (owner: ServiceOwner): Promise<readonly StoredService[]> => {
      const found: StoredService[] = [];
      const pages = table.query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :services)',
        ExpressionAttributeValues: { ':pk': servicesPartition(owner), ':services': SERVICE_KEYS },
      });
      for await (const page of pages) found.push(...page.map(serviceFrom));
      return found;
    },

    /** Those of these ids that are there, by id; may be a second old. One call for a hundred. */
    shown: async (owner: ServiceOwner, ids: readonly string[]): Promise<ReadonlyMap<string, StoredService>> => {
      const found = await read(owner, [...new Set(ids)], false);
      return new Map(found.map((each) => [each.serviceId, each]));
    },

    /** The first of these ids that is no service. One call for a hundred, and for a hundred that it does not find at first. */
    firstUnknown: async (owner: ServiceOwner, ids: readonly string[]): Promise<string | undefined> => {
      const asked = [...new Set(ids)];
      const possible = asked.filter(isServiceId);
      const known = new Set((await read(owner, possible, false)).map(({ serviceId }) => serviceId));
      // What is not found may have been created a moment ago.
      for (const some of chunksOf(
        possible.filter((id) => !known.has(id)),
        100,
      )) {
        const late = await read(owner, some, true);
        for (const { serviceId } of late) known.add(serviceId);
        if (late.length < some.length) break;
      }
      return asked.find((id) => !known.has(id));
    },

    /** Creates a service on the counts that were read. One call. */
    create: (owner: ServiceOwner, service: Service, counts: Item | undefined): Promise<Written> => {
      const counted = { counts, counter: serviceCounter(owner), most: MOST_SERVICES };
      return createCounted(store, serviceItem(owner, service), counted, { serviceId: service.serviceId });
    },

    /** Changes a service that was read; without changes it only takes the idempotency key. One call. */
    change: async (
      { item }: StoredService,
      changes: Readonly<Record<string, unknown>>,
    ): Promise<'done' | 'changed'> => {
      const saved = await saveVersion(store, { key: keyOf(item), changes, basedOn: item }).catch(unavailableInstead);
      return 'saved' in saved ? 'done' : 'changed';
    },
  };
}) satisfies Opened<unknown>;
