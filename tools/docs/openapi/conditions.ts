/** When an error code is the response, in words. Pure. */
import catalogue from '../../../lib/contract/errors.json' with { type: 'json' };
import { allOperations } from '../../../lib/operations.ts';

/** A row of the catalogue, as far as it says this. */
interface Conditions {
  readonly condition: string;
  /** Of operations that have another one, by their ids with commas between them. */
  readonly conditions?: Readonly<Record<string, string>>;
}

const rows: Readonly<Record<string, Conditions>> = catalogue;

const idsIn = (ids: string): readonly string[] => ids.split(', ');

const summaryOf = (id: string): string => {
  const operation = allOperations.find((each) => each.id === id);
  if (!operation) throw new Error(`errors.json: there is no operation ${id}`);
  return operation.summary.toLowerCase();
};

/**
 * The condition of a code for an operation.
 *
 * @param id - of the operation; one that is none of the catalogue's gets what holds of all others
 */
export const conditionFor = (code: number, id: string | undefined): string => {
  const { condition, conditions = {} } = rows[code]!;
  const [, own] = Object.entries(conditions).find(([ids]) => id !== undefined && idsIn(ids).includes(id)) ?? [];
  return own ?? condition;
};

/**
 * The condition of a code for all operations, where one has its own with its name.
 *
 * @throws Error for an operation that does not exist
 */
export const conditionOf = (code: number): string => {
  const { condition, conditions = {} } = rows[code]!;
  const others = Object.entries(conditions).map(([ids, own]) => `${idsIn(ids).map(summaryOf).join(', ')}: ${own}`);
  return [condition, ...others].join('; ');
};
