/** What a document says of a field in words: its description, what else is read, and its error codes. Pure. */
import type { Reading } from '../../../lib/contract/atoms.ts';
import catalogue from '../../../lib/contract/errors.json' with { type: 'json' };
import type { Node } from './flatten.ts';
import { oneOfWords } from './required.ts';

/** What is read next to the canonical form; the introduction speaks of flags. */
const READINGS: Readonly<Partial<Record<Reading, string>>> = {
  list: 'Comma-separated text is accepted too',
  names: 'Comma-separated text is accepted too, and a comma inside an item splits it',
  'text-list': 'An array is accepted too; items are trimmed, empty ones dropped',
  hour: 'HH:MM is accepted too',
  choice: 'Case-insensitive',
  array: 'A single object is accepted as an array of one',
  'opt-out': 'As a number: 1 = false, 0 = true',
};

/** A country is read as `readCountry` does; UK makes no difference where a list of countries has no GB. */
const countryWords = ({ enum: listed }: Node): string =>
  Array.isArray(listed) && !listed.includes('GB') ? 'Case-insensitive' : 'Case-insensitive; UK is accepted as GB';

const codeWords = (codes: readonly number[]): string =>
  `Error ${codes.map((code) => `${code} (${catalogue[String(code) as keyof typeof catalogue].condition})`).join(', ')}`;

/** @param node - a flattened schema of a contract */
export const wordsOf = (node: Node): string => {
  const codes = [...new Set((node['x-codes'] as number[] | undefined) ?? [])];
  const numbered = node['x-numbered'];
  const oneOf = oneOfWords(node);
  return [
    ...(node.description ? [String(node.description)] : []),
    ...(oneOf === undefined ? [] : [oneOf]),
    ...[READINGS[node['x-read'] as Reading] ?? []].flat(),
    ...(node['x-read'] === 'country' ? [countryWords(node)] : []),
    ...((node['x-aliases'] as string[] | undefined) ?? []).map((alias) => `\`${alias}\` is an alias`),
    ...(numbered ? [`Fields that match \`${numbered}\` are appended; a single blank one changes nothing`] : []),
    ...(codes.length > 0 ? [codeWords(codes)] : []),
  ].join('. ');
};
