/** The languages in which the reference page shows every operation. `test/cdk/tools/docs/samples.test.ts` runs what they print. */
import type { Operation } from '../../../../lib/contract/cases.ts';
import { curl } from './curl.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { python } from './python.ts';
import { type Printer, sampledOf } from './sample.ts';
import { typescript } from './typescript.ts';

export interface Language {
  readonly id: 'curl' | 'typescript' | 'python' | 'java' | 'go';
  readonly name: string;
  /** The name that the highlighter knows it by. */
  readonly syntax: string;
  readonly print: Printer;
}

export const languages: readonly Language[] = [
  { id: 'curl', name: 'curl', syntax: 'bash', print: curl },
  { id: 'typescript', name: 'TypeScript', syntax: 'typescript', print: typescript },
  { id: 'python', name: 'Python', syntax: 'python', print: python },
  { id: 'java', name: 'Java', syntax: 'java', print: java },
  { id: 'go', name: 'Go', syntax: 'go', print: go },
];

/** The first example of an operation, in a language. */
export const sampleOf = (operation: Operation, { print }: Language): string => print(sampledOf(operation));
