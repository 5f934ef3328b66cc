/** What the night drill compares: files, answers and tables, before and after. */
import { readFile } from 'node:fs/promises';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../lib/dynamodb/table/keys.ts';

/** The lines of a file, sorted. */
export const linesOf = async (file: string): Promise<readonly string[]> =>
  (await readFile(file, 'utf8')).split('\n').filter(Boolean).toSorted();

/** The fields by which two answers differ, less the time of the last change, which an import makes again. */
export const differences = (before: string, after: string): readonly string[] => {
  const [old, now]: Record<string, unknown>[] = [JSON.parse(before), JSON.parse(after)];
  return Object.keys({ ...old, ...now }).filter(
    (name) => name !== 'updatedAt' && JSON.stringify(old?.[name]) !== JSON.stringify(now?.[name]),
  );
};

/** The keys of items. */
export const keysOf = (items: readonly Item[]) => items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));

/** What a spoiled table has lost. */
export const stateOf = (items: readonly Item[]) => {
  const locations = items.filter(({ type }) => type === 'business');
  return JSON.stringify({
    names: locations.map(({ pk, name }) => `${pk} ${name}`).toSorted(),
    menus: keysOf(items.filter(({ type }) => type === 'menu'))
      .map(keyText)
      .toSorted(),
  });
};
