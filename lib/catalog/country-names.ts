/**
 * English names of countries and regions by ISO 3166 code, as the Unicode CLDR has them. A list of our own, since the first
 * name that `Intl` is asked for costs a fifth of a cold start (docs/speed.md).
 */
import countryNames from './country-names.json' with { type: 'json' };

const byCode: ReadonlyMap<string, string> = new Map(Object.entries(countryNames));

/** The name behind a code such as `US`; empty where there is none. */
export const countryName = (code: string): string => byCode.get(code) ?? '';

/** Every code that has a name. */
export const countryCodes: readonly string[] = [...byCode.keys()];
