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

/** A filter and its field, `undefined` where the account has none of that name that can be searched by. */
const sought = async (store: PartnerStore, accountNumber: number, filters: readonly Filter[]) => {
  if (filters.length === 0) return { named: [] };
  const register = await registerOf(store, accountNumber);
  const fieldOf = (name: string) => {
    const field = fieldNamed(register, name);
    return field?.filterable ? field : undefined;
  };
  return { register, named: filters.map(({ name, value }) => ({ name, value, field: fieldOf(name) })) };
};

type Named = Awaited<ReturnType<typeof sought>>['named'];

const unknownIn = (named: Named): readonly string[] =>
  named.flatMap(({ name, field }) => (field === undefined ? [name] : []));

/** The names that are no fields of the account, or none that can be searched by. */
export const unknownFilters = async (
  store: PartnerStore,
  accountNumber: number,
  filters: readonly Filter[],
): Promise<readonly string[]> => unknownIn((await sought(store, accountNumber, filters)).named);

/**
 * The locations that have all of these values, `undefined` where that may be any. A call for each MB of the account's fields,
 * and of the values of each field.
 *
 * @returns `unknown`: the names that are no fields, or none that can be searched by
 */
export const filteredLocations = async (
  store: PartnerStore,
  accountNumber: number,
  filters: readonly Filter[],
): Promise<{ readonly unknown: readonly string[] } | { readonly found: FoundValues | undefined }> => {
  const { register, named } = await sought(store, accountNumber, filters);
  const unknown = unknownIn(named);
  if (unknown.length > 0) return { unknown };
  const wanted = named
    .filter(({ value }) => value !== '')
    .map(({ value, field }) => ({ fieldId: field!.id, isIt: isValue(field!.type, value) }));
  return { found: register && wanted.length > 0 ? await locationsWith(store, register.owner, wanted) : undefined };
};
