/** Runs tests by name in a copy of the project, and reads what became of each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedTest } from './mutant.ts';

export interface TestResult {
  /** Beginning at the root of the project. */
  readonly file: string;
  readonly name: string;
  readonly status: string;
  /** Of its first failure. */
  readonly message: string;
}

export interface TestRun {
  readonly results: readonly TestResult[];
  /** Files that did not load, with the reason. */
  readonly broken: readonly string[];
  /** What was printed. */
  readonly output: string;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Tests of one mutant that hang are ended after so many milliseconds; those of all, run once unchanged, have an hour. */
const LONGEST = { ofOne: 240_000, ofAll: 3_600_000 };

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Tests that look neither at the bundles nor at the stack, but for the table that it has. */
const OF_SOURCES =
  /^test\/(?:lib\/(?:business\/|contract\/|dynamodb\/|http\/|media\/|subscriptions\/|partner-in-keys)|functions\/|tools\/data\/)/;

/** Whether a result is one of the named tests. */
export const isNamed = ({ file, name }: TestResult, tests: readonly NamedTest[]): boolean =>
  tests.some(([testFile, part]) => file === testFile && name.includes(part));

/**
 * Runs the named tests, and those of these files whose names hold a part of another's name.
 *
 * @param assembly - bundles and stack as they are without a change, for tests that look at neither
 * @param bail - ends with the first test that fails
 */
export const runTests = async (
  directory: string,
  tests: readonly NamedTest[],
  assembly: string,
  bail: boolean,
): Promise<TestRun> => {
  const report = join(directory, 'report.json');
  await rm(report, { force: true });
  const wanted = tests.map(([, name]) => escaped(name)).join('|');
  const args = [
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...new Set(tests.map(([file]) => file)),
    '--reporter=json',
    `--outputFile=${report}`,
    // A whole file is named by no part of a name.
    ...(tests.every(([, name]) => name !== '') ? [`--testNamePattern=${wanted}`] : []),
    ...(bail ? ['--bail=1', '--maxWorkers=1'] : []),
    ...(tests.some(([file]) => file.endsWith('.long.test.ts')) ? ['--mode=full'] : []),
  ];
  const env = { ...process.env, ...(tests.every(([file]) => OF_SOURCES.test(file)) && { TEST_ASSEMBLY: assembly }) };
  const child = spawn(process.execPath, args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const timer = setTimeout(() => child.kill('SIGTERM'), bail ? LONGEST.ofOne : LONGEST.ofAll);
  await once(child, 'close');
  clearTimeout(timer);
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return { results: [], broken: ['there is no report'], output };
  const { testResults } = JSON.parse(text) as Report;
  return {
    results: testResults.flatMap(({ name: path, assertionResults }) =>
      assertionResults.map(({ fullName, status, failureMessages = [] }) => ({
        file: path.slice(directory.length + 1),
        name: fullName,
        status,
        message: failureMessages[0] ?? '',
      })),
    ),
    broken: testResults
      .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
      .map(({ name, message }) => `${name.slice(directory.length + 1)}: ${message}`),
    output,
  };
};
