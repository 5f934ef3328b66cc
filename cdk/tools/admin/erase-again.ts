/** What `contact erase` and `user erase` have in common: removing again all that the list of erasures names. */
import type { Removed } from '../data/erase-contacts.ts';
import { eraseListed } from '../data/erase-listed.ts';
import type { Io } from '../io.ts';
import { openTable } from '../open-table.ts';
import type { Target } from './target.ts';

export interface AgainOptions {
  /** Removes all that the list of erasures names. */
  readonly again?: boolean | undefined;
  /** The table whose list that is; the target's own where it is left out. */
  readonly from?: string | undefined;
  readonly endpoint?: string | undefined;
}

export const summaryOf = (removed: Removed): string => {
  const counted = [...removed].map(([what, amount]) => `${what} ${amount}`).sort();
  return counted.length === 0 ? 'Nothing was left to be removed.' : `Removed: ${counted.join(', ')}.`;
};

/** Removes what a list names, contacts and users, of the same table or another one. */
export const eraseAgain = async ({ table }: Target, io: Io, { from, endpoint }: AgainOptions): Promise<void> => {
  const source = from === undefined ? table : openTable({ tableName: from, endpoint });
  try {
    const { partners, contacts, users, removed } = await eraseListed(table, source);
    io.out(
      `${source.name} lists ${contacts} erased contacts and ${users} erased users${partners > 0 ? `, and ${partners} erased partners` : ''}.`,
    );
    io.out(`${table.name}: ${summaryOf(removed)}`);
  } finally {
    if (source !== table) source.client.destroy();
  }
};

export const isOne = (...values: readonly unknown[]): boolean =>
  values.filter((value) => value !== undefined).length === 1;
