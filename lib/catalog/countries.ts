/** The countries by which catalogues tell what is offered where (docs/decisions.md: catalogues). Pure. */

/** Codes of the catalogues' countries. The United Kingdom is `UK` here, as the interface has it. */
export const CATALOGUE_COUNTRIES = ['US', 'CA', 'AU', 'PR', 'NZ', 'MX', 'IN', 'UK', 'FR', 'IT'] as const;

/** Where a row of a catalogue is offered: in the countries of `onlyIn`, else in all but those of `notIn`. */
export interface Availability {
  readonly onlyIn?: readonly string[];
  readonly notIn?: readonly string[];
}

/** The code by which catalogues know a country: upper case, GB is UK. */
export const catalogueCountry = (code: string): string => {
  const upper = code.trim().toUpperCase();
  return upper === 'GB' ? 'UK' : upper;
};

/** @param country - a code of `catalogueCountry`; in one that catalogues do not know, what is offered everywhere is */
export const isOfferedIn = ({ onlyIn, notIn }: Availability, country: string): boolean =>
  onlyIn ? onlyIn.includes(country) : !notIn?.includes(country);
