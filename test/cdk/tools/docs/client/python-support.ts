/** What tests of the Python client share: names, requests, and an installed client to call. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clientOperations } from '../../../../../cdk/tools/docs/client/facts.ts';
import type { Operation } from '../../../../../lib/contract/cases.ts';

export const run = promisify(execFile);

/** What came of a call: the answer, or the error by its class. */
export interface Outcome {
  readonly error?: string;
  readonly [fact: string]: unknown;
}

export interface Outcomes {
  readonly calls: readonly Outcome[];
  readonly threads: readonly (readonly Outcome[])[];
  readonly verified: readonly Outcome[];
}

/** Calls for `calls.py`. */
export interface Task {
  readonly calls?: readonly object[];
  readonly threads?: readonly object[];
  readonly verified?: readonly object[];
}

/** Has an installed client make calls. */
export const told = async (python: string, key: string, task: Task): Promise<Outcomes> => {
  const child = run(python, [join(import.meta.dirname, 'calls.py')], { maxBuffer: 1e8 });
  child.child.stdin?.end(JSON.stringify({ key, calls: [], threads: [], verified: [], ...task }));
  return JSON.parse((await child).stdout);
};

const snake = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

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
