/** The category that a request of a catalogue names (docs/decisions.md: catalogues). Pure. */
import { type Availability, catalogueCountry, isOfferedIn } from '../../catalog/countries.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import { invalid } from '../../contract/errors.ts';

/** The error of a category that the catalogue does not hold, or not in this country: where to find what there is. */
const unknownCategory = (source: 'ALPHA' | 'MAPS', countryCode?: string): ErrorEntry =>
  invalid(
    'categoryId',
    `is no category of ${source}${countryCode === undefined ? '' : ` in ${countryCode}`}; get category list with ` +
      `sourceName=${source} has all of them`,
  );

/**
 * The category, if there is one and the country has it, or what is wrong with `categoryId`.
 *
 * @param found - what the catalogue holds under the id that was sent
 * @param source - whose category it is to be
 * @param countryCode - as it was sent
 */
export const offeredCategory = <C extends Availability>(
  found: C | undefined,
  source: 'ALPHA' | 'MAPS',
  countryCode: string | undefined,
): { readonly category: C } | { readonly error: ErrorEntry } => {
  const country = countryCode === undefined ? undefined : catalogueCountry(countryCode);
  return found && (country === undefined || isOfferedIn(found, country))
    ? { category: found }
    : { error: unknownCategory(source, country) };
};
