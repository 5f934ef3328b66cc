/** The costs of each operation as a table of docs/costs.md. Pure. */

export interface Priced {
  /** Of the case: the operation, and after a comma what else is sent (`cost-cases.ts`). */
  readonly name: string;
  /** Of a million requests. */
  readonly dollars: number;
}

const WITH_KEY = ', with Idempotency-Key';

const amount = (priced: Priced | undefined): string => priced?.dollars.toFixed(2) ?? '';

/** A row for each operation that was measured: plain, and under a key. */
export const costTable = (all: readonly Priced[]): string => {
  const byName = new Map(all.map((each) => [each.name, each]));
  const plain = all.filter(({ name }) => !name.includes(', with '));
  return [
    '| operation | USD per million | under an `Idempotency-Key` |',
    '|---|---:|---:|',
    ...plain.map((each) => `| ${each.name} | ${amount(each)} | ${amount(byName.get(`${each.name}${WITH_KEY}`))} |`),
  ].join('\n');
};
