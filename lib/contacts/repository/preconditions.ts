/**
 * The preconditions of a write of a contact: its account, who has its identifiers, the contact itself, and locations.
 */

import { businessFrom, businessKey } from '../../business/repository/business.ts';
import { tombstoneKey } from '../../business/repository/tombstone.ts';
import { withConcurrency } from '../../dynamodb/client/concurrency.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { INDEX, sortable } from '../../dynamodb/table/keys.ts';
import { accountKeys, accountNumberIn, childrenPartition, isAt } from '../../partners/repository/account.ts';
import { type ContactOwner, contactKey, contactPointerKey } from './contact.ts';
import type { Pointer } from './pointers.ts';

/** A location that a contact can be mapped to. */
export interface Location {
  readonly businessNumber: number;
  readonly name: string;
  readonly bid?: number | undefined;
}

/** So many that the index does not show are read completely and consistently: a profile may take 32 read units. */
const MOST_LOCATIONS_CHECKED = 20;
const AT_ONCE = 10;

const locationFrom = (item: Item): Location & { readonly accountNumber: number } => {
  const { businessNumber, accountNumber, profile, bid } = businessFrom(item);
  return { businessNumber, accountNumber, name: String(profile.name ?? ''), bid };
};

const listedFrom = (businessNumber: number, { name, bid }: Item): Location => ({
  businessNumber,
  name: String(name ?? ''),
  bid: bid as number | undefined,
});

/** Reads the preconditions of writes below a partner's accounts. */
export const contexts = (({ table, partnerId }) => {
  const completeLocations = async (numbers: readonly number[]): Promise<ReturnType<typeof locationFrom>[]> =>
    (await table.batchGet(numbers.map((number) => businessKey(partnerId, number)))).map(locationFrom);

  /** By the index, half a read unit each, however large their profiles are; it may be a second old. */
  const listedLocations = async (accountNumber: number, numbers: readonly number[]): Promise<Location[]> => {
    const found: Location[] = [];
    await withConcurrency(numbers, AT_ONCE, async (businessNumber) => {
      const pages = table.query({
        IndexName: INDEX,
        KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk = :number',
        ExpressionAttributeValues: {
          ':pk': childrenPartition(partnerId, accountNumber),
          ':number': sortable(businessNumber),
        },
      });
      for await (const page of pages) {
        for (const item of page) {
          if (item.sk === 'PROFILE') found.push(listedFrom(businessNumber, item));
        }
      }
    });
    return found;
  };

  /** The numbers of those that were deleted, whatever the index shows. */
  const deletedOf = async (listed: readonly Location[]): Promise<ReadonlySet<number>> => {
    const keys = listed.map(({ businessNumber }) => tombstoneKey(partnerId, 'business', businessNumber));
    const tombstones = keys.length > 0 ? await table.batchGet(keys) : [];
    return new Set(tombstones.map(({ number }) => Number(number)));
  };

  return {
    /** The account that a number names, by itself or as one of its locations, and that location. One call. */
    named: async (
      number: number,
    ): Promise<{ readonly owner: ContactOwner; readonly location?: Location } | undefined> => {
      const items = await table.batchGet(accountKeys(partnerId, number));
      const accountNumber = accountNumberIn(items, partnerId, number);
      if (accountNumber === undefined) return undefined;
      const location = items.find((item) => isAt(item, businessKey(partnerId, number)));
      const isAccount = number === accountNumber;
      return {
        owner: { partnerId, accountNumber },
        ...(location && !isAccount && { location: locationFrom(location) }),
      };
    },

    /**
     * Those of these numbers that are locations of the account, in their order. One call for one, one for each of more, and
     * one for a hundred of those whose deletion the index may not show yet.
     *
     * @param mostChecked - of so many it is asked whether they were deleted, a read unit each
     */
    locations: async (
      { accountNumber }: ContactOwner,
      numbers: readonly number[],
      { mostChecked = 0 }: { readonly mostChecked?: number } = {},
    ): Promise<Location[]> => {
      if (numbers.length === 0) return [];
      const listed = numbers.length > 1 ? await listedLocations(accountNumber, numbers) : [];
      const gone = await deletedOf(listed.slice(0, mostChecked));
      const known = new Map(
        listed.filter(({ businessNumber }) => !gone.has(businessNumber)).map((each) => [each.businessNumber, each]),
      );
      // What the index does not show yet may have been created a moment ago.
      const others = numbers.filter((number) => !known.has(number)).slice(0, MOST_LOCATIONS_CHECKED);
      for (const { accountNumber: own, ...location } of others.length > 0 ? await completeLocations(others) : [])
        if (own === accountNumber) known.set(location.businessNumber, location);
      return numbers.flatMap((number) => known.get(number) ?? []);
    },

    /** The contact of an id. One call. */
    contact: (owner: ContactOwner, id: number): Promise<Item | undefined> => table.get(contactKey(owner, id)),

    /** Who has each of these. One call. */
    holders: async (
      owner: ContactOwner,
      pointers: readonly Pick<Pointer, 'kind' | 'value'>[],
    ): Promise<readonly (number | undefined)[]> => {
      if (pointers.length === 0) return [];
      const keys = pointers.map(({ kind, value }) => contactPointerKey(owner, kind, value));
      const items = await table.batchGet(keys);
      return keys.map((key) => items.find((item) => isAt(item, key))?.contactId as number | undefined);
    },
  };
}) satisfies Opened<unknown>;
