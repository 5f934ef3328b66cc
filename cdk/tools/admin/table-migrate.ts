/** `table migrate`: brings items to the form that this release writes, and says how many there are of which (docs/migrating.md). */
import { readFile, rm } from 'node:fs/promises';
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import type { Entity } from '../../../lib/dynamodb/entity.ts';
import { entities as all } from '../../../lib/entities.ts';
import { liftItems } from '../data/lift-items.ts';
import { AdminError, type Io } from '../io.ts';
import { requireOut, writeWhole } from '../out-file.ts';
import type { Target } from './target.ts';
import { textTable } from './text-table.ts';

export interface MigrateOptions {
  readonly dryRun?: boolean | undefined;
  /** Where the position is kept after each page, and read where an earlier run was cut off. */
  readonly resume?: string | undefined;
}

interface Position {
  readonly table: string;
  readonly next: Item;
}

const readPosition = async (file: string, table: string): Promise<Item | undefined> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new AdminError(`${file} cannot be read: ${error.message}`);
  });
  if (text === undefined) return undefined;
  let position: Partial<Position> = {};
  try {
    position = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (position.table !== table || !position.next) throw new AdminError(`${file} is no position in the table ${table}`);
  return position.next;
};

const writePosition = (file: string, position: Position | undefined): Promise<void> =>
  position ? writeWhole([JSON.stringify(position)], file) : rm(file, { force: true });

/** @returns whether no item of an older form is left of those that were seen */
export const migrate = async (
  { table }: Pick<Target, 'table'>,
  io: Io,
  { dryRun, resume }: MigrateOptions,
  entities: readonly Entity[] = all,
): Promise<boolean> => {
  // A dry run counts them all.
  const file = dryRun ? undefined : resume;
  if (file !== undefined) requireOut(file);
  const from = file === undefined ? undefined : await readPosition(file, table.name);
  io.log(`Reading ${table.name}${from ? ' from where the last run ended' : ''} ...`);
  const counts = await liftItems(table, {
    entities,
    dryRun,
    from,
    ...(file !== undefined && { onPage: (next) => writePosition(file, next && { table: table.name, next }) }),
  });
  const done = dryRun ? 'to be lifted' : 'lifted';
  io.out(
    textTable(
      ['type', 'form', 'items', done, 'left'],
      counts.map(({ type, form, items, lifted, left }) => [type, `${form}`, `${items}`, `${lifted}`, `${left}`]),
    ),
  );
  const isLeft = counts.some(({ left }) => left > 0);
  if (isLeft) io.out('Those that are left changed all the time: run it again.');
  return !isLeft;
};
