/** Writes what a line says, where it is new. */
import { ItemTooLarge } from '../../../lib/dynamodb/outcomes.ts';
import type { Table } from '../../../lib/dynamodb/table.ts';
import { type Line, type LoadContext, type MeteringKeys, refused, type Written } from './lines/line.ts';
import { ownersIn } from './owners.ts';

export interface WriterOptions extends Pick<LoadContext, 'force' | 'dryRun' | 'events'> {
  readonly table: Table;
  /** The names of the usage plans. */
  readonly plans: readonly string[];
  /** The metering key of a partner and plan. */
  readonly meteringKeys: MeteringKeys;
}

/** Remembers whom numbers belong to from line to line. */
export const lineWriter = (options: WriterOptions): ((line: Line) => Promise<Written>) => {
  const context: LoadContext = { ...options, owners: ownersIn(options.table) };
  return async (line) => {
    try {
      return await line.write(context);
    } catch (error) {
      if (error instanceof ItemTooLarge) return refused('the record is larger than 128 KB');
      throw error;
    }
  };
};
