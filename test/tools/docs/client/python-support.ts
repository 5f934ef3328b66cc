/** What tests of the Python client share: names, requests, and an installed client to call. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Operation } from '../../../../lib/contract/cases.ts';
import { clientOperations } from '../../../../tools/docs/client/facts.ts';

export const run = promisify(execFile);

/** What came of a call: the answer, or the error by its class. */
export interface Outcome {
  readonly error?: string;
  readonly [fact: string]: unknown;
}

export interface Outcomes {
  readonly calls: readonly Outcome[];
  readonly at_once: readonly (readonly Outcome[])[];
  readonly verified: readonly Outcome[];
}

/** The two clients of the package, which are held to the same tests. */
export const STYLES = ['blocking', 'async'] as const;
export type Style = (typeof STYLES)[number];

/** Calls for `calls.py`. */
export interface Task {
  readonly calls?: readonly object[];
  readonly at_once?: readonly object[];
  readonly verified?: readonly object[];
}

/** Who makes the calls: an interpreter that has the package, with a key. */
export interface PythonClient {
  readonly python: string;
  readonly style: Style;
  readonly key: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Has an installed client make calls. */
export const callsOf = async ({ python, style, key, env }: PythonClient, task: Task): Promise<Outcomes> => {
  const file = join(import.meta.dirname, 'calls.py');
  const child = run(python, [file], { maxBuffer: 1e8, ...(env && { env }) });
  child.child.stdin?.end(JSON.stringify({ style, key, calls: [], at_once: [], verified: [], ...task }));
  return JSON.parse((await child).stdout);
};

/**
 * Installs the wheel into a new environment of a Python, next to other packages.
 *
 * @returns where the programs of the environment are
 */
export const installed = async (python: string, directory: string, ...packages: readonly string[]) => {
  await run(python, ['-m', 'venv', directory]);
  await run(join(directory, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages]);
  return (name: string): string => join(directory, 'bin', name);
};

/** `businessId` is `business_id`. */
export const snake = (name: string): string =>
  name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** The first example of each operation as a call of the client; writes are dry runs. */
export const exampleCalls = (operations: readonly Operation[], url: string) => {
  const facts = new Map(clientOperations(operations).map((each) => [each.id, each]));
  return operations.map(({ id, cases, writes }) => {
    const [{ parameters, body }] = cases.examples;
    const values: Readonly<Record<string, unknown>> = { ...cases.parameters, ...parameters };
    const own = facts
      .get(id)!
      .parameters.flatMap(({ name, wire }) => (values[wire] === undefined ? [] : [[snake(name), values[wire]]]));
    const given = {
      ...Object.fromEntries(own),
      ...(body !== undefined && { body }),
      ...(writes && { validate_only: true }),
    };
    return { url, method: snake(id), with: given };
  });
};
