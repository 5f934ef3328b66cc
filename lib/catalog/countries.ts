/** The countries of the catalogues, and what is offered in which (docs/decisions.md: catalogues). Pure. */

/** Codes of the catalogues' countries. The United Kingdom is `UK` here, as in requests and responses. */
export const CATALOGUE_COUNTRIES = ['US', 'CA', 'AU', 'PR', 'NZ', 'MX', 'IN', 'UK', 'FR', 'IT'] as const;

/** The countries in which a catalogue row is offered: those of `onlyIn`, or else all but those of `notIn`. */
export interface Availability {
  readonly onlyIn?: readonly string[];
  readonly notIn?: readonly string[];
}

/** Converts a country code to that of the catalogues: upper case; GB becomes UK. */
export const catalogueCountry = (code: string): string => {
  const upper = code.trim().toUpperCase();
  return upper === 'GB' ? 'UK' : upper;
};

/** @param country - a code of `catalogueCountry`; in an unknown one, only rows that are offered everywhere are */
export const isOfferedIn = ({ onlyIn, notIn }: Availability, country: string): boolean =>
  onlyIn ? onlyIn.includes(country) : !notIn?.includes(country);
