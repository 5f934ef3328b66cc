/** The locations that a search by custom fields may find. */
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { isValue } from './repository/fit.ts';
import { fieldNamed, registerOf } from './repository/register.ts';
import { type FoundValues, locationsWith } from './repository/search-values.ts';

interface Filter {
  readonly name: string;
  /** Blank: any value, or none. */
  readonly value: string;
}

/**
 * The locations that have all of these values, `undefined` where that may be any. A call for each MB of the account's fields,
 * and of the values of each field.
 *
 * @returns `unknown`: the first name that is no field, or none that can be searched by
 */
export const filteredLocations = async (
  store: PartnerStore,
  accountNumber: number,
  filters: readonly Filter[],
): Promise<{ readonly unknown: string } | { readonly found: FoundValues | undefined }> => {
  if (filters.length === 0) return { found: undefined };
  const register = await registerOf(store, accountNumber);
  const named = filters.map(({ name, value }) => ({ name, value, field: fieldNamed(register, name) }));
  const unknown = named.find(({ field }) => !field?.filterable);
  if (unknown) return { unknown: unknown.name };
  const wanted = named
    .filter(({ value }) => value !== '')
    .map(({ value, field }) => ({ fieldId: field!.id, isIt: isValue(field!.type, value) }));
  return { found: wanted.length > 0 ? await locationsWith(store, register.owner, wanted) : undefined };
};
