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

/** Its summary; none of an operation that is left out of the service. */
const summaryOf = (id: string): readonly string[] =>
  allOperations.filter((each) => each.id === id).map(({ summary }) => summary.toLowerCase());

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

/** The condition of a code for all operations, where one has its own with its name. */
export const conditionOf = (code: number): string => {
  const { condition, conditions = {} } = rows[code]!;
  const others = Object.entries(conditions).flatMap(([ids, own]) => {
    const names = idsIn(ids).flatMap(summaryOf);
    return names.length > 0 ? [`${names.join(', ')}: ${own}`] : [];
  });
  return [condition, ...others].join('; ');
};
