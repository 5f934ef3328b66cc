/**
 * English names of countries and regions by ISO 3166 code, from the Unicode CLDR. The project has its own list because
 * the first use of `Intl` for names takes a fifth of a cold start (docs/speed.md).
 */
import countryNames from './country-names.json' with { type: 'json' };

const byCode: ReadonlyMap<string, string> = new Map(Object.entries(countryNames));

/** The name for a code such as `US`; empty if unknown. */
export const countryName = (code: string): string => byCode.get(code) ?? '';

/** Every code that has a name. */
export const countryCodes: readonly string[] = [...byCode.keys()];
