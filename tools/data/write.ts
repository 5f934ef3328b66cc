/** Writes a line, if it changes anything. */
import { ItemTooLarge } from '../../lib/dynamodb/client/outcomes.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { type Line, type LoadContext, type MeteringKeys, refused, type Written } from './lines/line.ts';
import { ownersIn } from './owners.ts';
import type { SentWrites } from './sent-writes.ts';

export interface WriterOptions extends Pick<LoadContext, 'force' | 'dryRun' | 'events'> {
  readonly table: Table;
  /** The names of the usage plans. */
  readonly plans: readonly string[];
  /** The metering key of a partner and plan. */
  readonly meteringKeys: MeteringKeys;
}

/** DynamoDB stores numbers from 1E-130 to 9.9E+125, JSON has others. */
const isOutOfRange = ({ name, message }: Error): boolean =>
  name === 'ValidationException' && /number (?:over|under)flow/i.test(message);

/** Returns a function that writes lines. It caches the owners of numbers between lines. */
export const lineWriter = (options: WriterOptions): ((line: Line) => Promise<Written>) => {
  const context: LoadContext = { ...options, owners: ownersIn(options.table) };
  /** By line, until it is written: an attempt whose answers were lost is followed by another one. */
  const sentBy = new WeakMap<Line, SentWrites>();
  return async (line) => {
    const sent = sentBy.get(line) ?? [];
    sentBy.set(line, sent);
    try {
      return await line.write({ ...context, sent });
    } catch (error) {
      if (error instanceof ItemTooLarge) return refused('the record is larger than 128 KB');
      if (isOutOfRange(error as Error)) return refused('a number is larger or smaller than the table stores');
      throw error;
    }
  };
};
