/** Holds the answers of all variants against ours: a benchmark of unequal things says nothing. */
import { isDeepStrictEqual } from 'node:util';
import type { Operation, Variant } from './builds.ts';
import { runJob } from './processes.ts';
import { cases } from './world/cases.ts';

const OPERATIONS: readonly Operation[] = ['updateBusiness', 'getContact', 'saveContact', 'searchBusinesses'];

/** @throws Error that names the first variant and case that differ */
export const checkAnswers = async (
  directory: string,
  endpoint: string,
  variants: readonly Variant[],
): Promise<number> => {
  let checked = 0;
  for (const operation of OPERATIONS) {
    const asked = cases.filter((each) => each.operation === operation);
    const answersOf = async ({ files, nodeOptions }: Variant) => {
      const events = asked.map(({ event }) => JSON.stringify(event));
      return (
        await runJob<{ answers: unknown[] }>(directory, endpoint, {
          mode: 'answers',
          file: files[operation],
          events,
          nodeOptions,
        })
      ).answers;
    };
    const [ours, ...others] = variants.filter(({ files }) => files[operation]);
    const expected = await answersOf(ours!);
    for (const variant of others) {
      const answers = await answersOf(variant);
      asked.forEach(({ name, checks }, index) => {
        if (checks && !variant.checks) return;
        checked++;
        if (isDeepStrictEqual(answers[index], expected[index])) return;
        throw new Error(
          `${variant.title} answers ${name} with ${JSON.stringify(answers[index])}, ours with ${JSON.stringify(expected[index])}`,
        );
      });
    }
  }
  return checked;
};
