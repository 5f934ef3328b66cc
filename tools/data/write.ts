/** Writes a line, if it changes anything. */
import type { CallFailure } from '../../lib/dynamodb/client/call.ts';
import { ItemTooLarge } from '../../lib/dynamodb/client/outcomes.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { refusalIn } from '../io.ts';
import { type Line, type LoadContext, type MeteringKeys, type Refused, refused, type Written } from './lines/line.ts';
import { ownersIn } from './owners.ts';
import type { SentWrites } from './sent-writes.ts';

export interface WriterOptions extends Pick<LoadContext, 'force' | 'dryRun' | 'events'> {
  readonly table: Table;
  /** The names of the usage plans. */
  readonly plans: readonly string[];
  /** The metering key of a partner and plan. */
  readonly meteringKeys: MeteringKeys;
}

/** What DynamoDB says of a call, or of an action of a transaction, that it finds invalid; `undefined` for other errors. */
const invalidIn = ({ name, message, reasons = [] }: Error & Pick<CallFailure, 'reasons'>): string | undefined => {
  if (name === 'ValidationException') return message;
  const wrong = reasons.find(({ Code }) => Code === 'ValidationError');
  return wrong && (wrong.Message ?? message);
};

/** DynamoDB stores numbers from 1E-130 to 9.9E+125, JSON has others. */
const OUT_OF_RANGE = /number (?:over|under)flow/i;
/** Said of a table with other keys or indexes than ours, which would refuse every line. */
const OF_THE_TABLE = /key element|key schema|missing the key|type mismatch for|specified index/i;

/** Why the line can't be written, where it is for the line's own sake: no line ends an import for the others. */
const refusalFor = (error: Error): Refused | undefined => {
  if (error instanceof ItemTooLarge) return refused('the record is larger than 128 KB');
  const refusal = refusalIn(error);
  if (refusal !== undefined) return refused(refusal);
  const problem = invalidIn(error);
  if (problem === undefined || OF_THE_TABLE.test(problem)) return undefined;
  return refused(
    OUT_OF_RANGE.test(problem) ? 'a number is larger or smaller than the table stores' : 'the table refuses the record',
  );
};

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
      const refusal = refusalFor(error as Error);
      if (refusal) return refusal;
      throw error;
    }
  };
};
