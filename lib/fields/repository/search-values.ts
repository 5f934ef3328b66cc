/** Which locations have the values that a search names. */
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { type FieldOwner, fieldValueKey } from './field.ts';
import { valuesOf } from './values.ts';

export interface WantedValue {
  readonly fieldId: number;
  readonly isIt: (value: string) => boolean;
}

/** So many values named by their locations take no more units than this many times as many in a row. */
const DEARER = 16;

export interface FoundValues {
  readonly locations: ReadonlySet<number>;
  /** Values that were looked through: no account has fewer locations. */
  readonly seen: number;
}

const isIn = (value: unknown, isIt: (value: string) => boolean): boolean => typeof value === 'string' && isIt(value);

const matching = async (
  { table }: PartnerStore,
  owner: FieldOwner,
  { fieldId, isIt }: WantedValue,
  numbers: ReadonlySet<number>,
): Promise<ReadonlySet<number>> => {
  const keys = [...numbers].map((number) => fieldValueKey(owner, fieldId, number));
  const items = keys.length > 0 ? await table.batchGet(keys, { consistent: false }) : [];
  return new Set(items.flatMap(({ value, businessNumber }) => (isIn(value, isIt) ? [Number(businessNumber)] : [])));
};

/**
 * The locations that have all of these values; may be a second old. Values of the first field are looked through, and of each
 * further one too, unless so few locations are left that theirs are read by name.
 *
 * @param wanted - one at least
 */
export const locationsWith = async (
  store: PartnerStore,
  owner: FieldOwner,
  wanted: readonly WantedValue[],
): Promise<FoundValues> => {
  let found: FoundValues | undefined;
  for (const each of wanted) {
    if (found && found.locations.size * DEARER <= found.seen) {
      found = { ...found, locations: await matching(store, owner, each, found.locations) };
      continue;
    }
    const locations = new Set<number>();
    let seen = 0;
    for await (const page of valuesOf(store, owner, each.fieldId)) {
      seen += page.length;
      for (const { value, businessNumber } of page) {
        const number = Number(businessNumber);
        if (isIn(value, each.isIt) && (!found || found.locations.has(number))) locations.add(number);
      }
    }
    found = { locations, seen: Math.max(seen, found?.seen ?? 0) };
  }
  return found!;
};
