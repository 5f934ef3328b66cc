/** The languages in which the reference page shows every operation. `test/tools/docs/samples.test.ts` runs what they print. */
import type { Operation } from '../../../lib/contract/cases.ts';
import { curl } from './curl.ts';
import { fetchSample } from './fetch.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { python } from './python.ts';
import { type Printer, sampledOf } from './sample.ts';
import { typescript } from './typescript.ts';
import { urllib } from './urllib.ts';

export interface Language {
  readonly id: 'typescript' | 'python' | 'curl' | 'fetch' | 'urllib' | 'java' | 'go';
  readonly name: string;
  /** The name that the highlighter knows it by. */
  readonly syntax: string;
  /** Whether it uses our client, or plain HTTP and nothing but the language. */
  readonly by: 'client' | 'http';
  readonly print: Printer;
}

/** In the order of the page: what saves most work first. */
export const languages: readonly Language[] = [
  { id: 'typescript', name: 'TypeScript', syntax: 'typescript', by: 'client', print: typescript },
  { id: 'python', name: 'Python', syntax: 'python', by: 'client', print: python },
  { id: 'curl', name: 'curl', syntax: 'bash', by: 'http', print: curl },
  { id: 'fetch', name: 'fetch', syntax: 'typescript', by: 'http', print: fetchSample },
  { id: 'urllib', name: 'urllib', syntax: 'python', by: 'http', print: urllib },
  { id: 'java', name: 'Java', syntax: 'java', by: 'http', print: java },
  { id: 'go', name: 'Go', syntax: 'go', by: 'http', print: go },
];

/** The first example of an operation, in a language. */
export const sampleOf = (operation: Operation, { print }: Language): string => print(sampledOf(operation));
