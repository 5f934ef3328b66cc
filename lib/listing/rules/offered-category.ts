/** Looks up the category in a catalogue request (docs/decisions.md: catalogues). Pure. */
import { type Availability, catalogueCountry, isOfferedIn } from '../../catalog/countries.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';

/**
 * The error for a category that the catalogue does not have, or not in this country. It names the operation that lists
 * them.
 */
const unknownCategory = (source: 'ALPHA' | 'MAPS', countryCode?: string): ErrorEntry =>
  invalid(
    'categoryId',
    `is no category of ${source}${countryCode === undefined ? '' : ` in ${countryCode}`}; get category list with ` +
      `sourceName=${source} has all of them`,
  );

type Offered<C> = { readonly category: C } | { readonly violations: readonly Violation[] };

/** The violations of a category that was looked up; none of one that is offered, or was not asked for. */
export const violationsIn = (offered: Offered<unknown> | undefined): readonly Violation[] =>
  offered && 'violations' in offered ? offered.violations : [];

/**
 * The category, if it exists and is offered in the country, or the violation of `categoryId`.
 *
 * @param found - the catalogue's entry for the sent id
 * @param source - the catalogue
 * @param countryCode - as sent
 */
export const offeredCategory = <C extends Availability>(
  found: C | undefined,
  source: 'ALPHA' | 'MAPS',
  countryCode: string | undefined,
): Offered<C> => {
  const country = countryCode === undefined ? undefined : catalogueCountry(countryCode);
  return found && (country === undefined || isOfferedIn(found, country))
    ? { category: found }
    : { violations: [{ path: '', parameter: 'categoryId', error: unknownCategory(source, country) }] };
};
