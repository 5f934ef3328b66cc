/**
 * `table migrate`: migrates items to the schema versions of this release, and counts the items of each version
 * (docs/migrating.md).
 */
import type { Entity } from '../../lib/dynamodb/table/entity.ts';
import { entities as all } from '../../lib/entities.ts';
import { migrateItems } from '../data/migrate-items.ts';
import { startRun } from '../data/run/run.ts';
import type { Io } from '../io.ts';
import type { Target } from './target.ts';
import { textTable } from './text-table.ts';

export interface MigrateOptions {
  readonly dryRun?: boolean | undefined;
  /** The file that keeps the position. */
  readonly resume?: string | undefined;
}

/** @returns whether all items that were read have the current schema version */
export const migrate = async (
  { table }: Pick<Target, 'table'>,
  io: Io,
  { dryRun, resume }: MigrateOptions,
  entities: readonly Entity[] = all,
): Promise<boolean> => {
  io.log(`Reading the entire table ${table.name} ...`);
  const command = `table migrate${dryRun ? ' (dry run)' : ''}`;
  const run = startRun({ io, at: resume === undefined ? undefined : { file: resume, command, table: table.name } });
  const counts = await migrateItems(table, { entities, dryRun, run });
  run.end();
  const done = dryRun ? 'to be migrated' : 'migrated';
  io.out(
    textTable(
      ['type', 'schema version', 'items', done, 'left'],
      counts.map(({ type, version, items, migrated, left }) => [
        type,
        `${version}`,
        `${items}`,
        `${migrated}`,
        `${left}`,
      ]),
    ),
  );
  io.result?.({ dryRun: dryRun ?? false, counts });
  const isLeft = counts.some(({ left }) => left > 0);
  if (isLeft) io.out('The items left kept changing: run the command again.');
  return !isLeft;
};
