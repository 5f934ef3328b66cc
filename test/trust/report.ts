/** The last figures of each part, in `results.json`, and as a table in docs/trust.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeBetweenMarks } from '../../tools/docs/between-marks.ts';
import type { Findings, Part } from './part.ts';
import { parts } from './parts.ts';

export interface Result extends Findings {
  readonly seed: number;
  readonly seconds: number;
}

const resultsFile = join(import.meta.dirname, 'results.json');

type Results = Readonly<Record<string, Result>>;

const readResults = async (): Promise<Results> => {
  try {
    return JSON.parse(await readFile(resultsFile, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
};

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const time = (seconds: number) => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`);

const rowOf = ({ name, promise }: Part, { failures, seconds }: Result): string => {
  const broken = failures.length === 0 ? '' : ` **${failures.length} broken.**`;
  return `| \`${name}\` | ${cell(promise).replace(/\.$/, '')}${broken} | ${time(seconds)} |`;
};

const tableOf = (results: Results): string =>
  [
    '| part | promise | duration |',
    '|---|---|---|',
    ...parts.flatMap((part) => {
      const result = results[part.name];
      return result ? [rowOf(part, result)] : [];
    }),
  ].join('\n');

/** Keeps a part's findings, and writes docs/trust.md between its two marks. */
export const keepResults = async (part: Part, result: Result): Promise<void> => {
  const results = { ...(await readResults()), [part.name]: result };
  await writeFile(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
  await writeBetweenMarks('trust.md', 'npm run test:trust', tableOf(results));
};
