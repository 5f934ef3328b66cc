/** What a document says of a field in words: its description, what else is read, and its error codes. Pure. */
import type { Reading } from '../../../../lib/contract/atoms.ts';
import catalogue from '../../../../lib/contract/errors.json' with { type: 'json' };
import type { Node } from './flatten.ts';

/** What is read beside the canonical form; the introduction speaks of flags. */
const READINGS: Readonly<Partial<Record<Reading, string>>> = {
  list: 'A comma-separated text is read too',
  names: 'A comma-separated text is read too, and a comma inside an item splits it',
  'text-list': 'An array of texts is read too; items are trimmed, empty ones dropped',
  country: 'Read without case; UK is read as GB',
  array: 'One object stands for an array of one',
  'opt-out': 'As a number, 1 = false and 0 = true',
};

const codeWords = (codes: readonly number[]): string =>
  `Error ${codes.map((code) => `${code} (${catalogue[String(code) as keyof typeof catalogue].condition})`).join(', ')}`;

/** @param node - a flattened schema of a contract */
export const wordsOf = (node: Node): string => {
  const codes = [...new Set((node['x-codes'] as number[] | undefined) ?? [])];
  const numbered = node['x-numbered'];
  return [
    ...(node.description ? [String(node.description)] : []),
    ...(node['x-words'] ? [String(node['x-words'])] : []),
    ...[READINGS[node['x-read'] as Reading] ?? []].flat(),
    ...((node['x-aliases'] as string[] | undefined) ?? []).map((alias) => `\`${alias}\` is another name of it`),
    ...(numbered
      ? [`Fields that match \`${numbered}\` are added to it; one of them, blank and alone, changes nothing`]
      : []),
    ...(codes.length > 0 ? [codeWords(codes)] : []),
  ].join('. ');
};
