/**
 * Texts of any characters, and addresses that hold some: for tests by property. fast-check's own (`string` of the unit
 * `binary`, `webUrl`) first map every character to its place, which takes each process more than a second.
 */
import fc from 'fast-check';

/** Any character but half a surrogate pair. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

export const anyText = (length: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...length });

/** What stands in a path or a query as it is, and now and then any character in its encoded form. */
const urlCharacter = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...'abcxyzABCXYZ019-._~') },
  { weight: 2, arbitrary: fc.constantFrom(..."!$&'()*+,;=:@") },
  { weight: 1, arbitrary: character.map(encodeURIComponent) },
);
const path = fc
  .array(fc.string({ unit: urlCharacter, maxLength: 8 }), { maxLength: 4 })
  .map((segments) => segments.map((segment) => `/${segment}`).join(''));
const query = fc.string({
  unit: fc.oneof({ weight: 10, arbitrary: urlCharacter }, fc.constantFrom('/', '?')),
  maxLength: 10,
});

/** Addresses of the web. */
export const webUrl: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), path)
  .map(([scheme, domain, rest]) => `${scheme}://${domain}${rest}`);

export const webUrlWithQuery: fc.Arbitrary<string> = fc
  .tuple(webUrl, fc.option(query, { nil: undefined }))
  .map(([url, asked]) => (asked === undefined ? url : `${url}?${asked}`));
