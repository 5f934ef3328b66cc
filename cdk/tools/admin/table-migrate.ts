/** `table migrate`: brings items to the form that this release writes, and says how many there are of which (docs/migrating.md). */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import type { Entity } from '../../../lib/dynamodb/entity.ts';
import { entities as all } from '../../../lib/entities.ts';
import { liftItems } from '../data/lift-items.ts';
import { AdminError, type Io } from '../io.ts';
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

/** Whole or not at all: a run may be cut off while it writes. */
const writePosition = async (file: string, position: Position | undefined): Promise<void> => {
  try {
    if (!position) return await rm(file, { force: true });
    await writeFile(`${file}.new`, JSON.stringify(position));
    await rename(`${file}.new`, file);
  } catch (error) {
    throw new AdminError(`${file} cannot be written: ${(error as Error).message}`);
  }
};

/** @returns whether no item of an older form is left of those that were seen */
export const migrate = async (
  { table }: Pick<Target, 'table'>,
  io: Io,
  { dryRun, resume }: MigrateOptions,
  entities: readonly Entity[] = all,
): Promise<boolean> => {
  const from = resume === undefined ? undefined : await readPosition(resume, table.name);
  io.log(`Reading ${table.name}${from ? ' from where the last run ended' : ''} ...`);
  const counts = await liftItems(table, {
    entities,
    dryRun,
    from,
    ...(resume !== undefined &&
      !dryRun && { onPage: (next) => writePosition(resume, next && { table: table.name, next }) }),
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
