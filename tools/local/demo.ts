/** The demo data, and commands that work on it: one for each operation, and the first three. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation, SampleRequest } from '../../lib/contract/cases.ts';
import { allOperations, operations } from '../../lib/operations.ts';
import { TEST_PREFIX } from '../../lib/partners/key-kind.ts';
import { plainRequest } from '../sample-request.ts';

export const demoFile = join(import.meta.dirname, 'demo.jsonl');

/** The partner whose key the commands use. If it is stored, the demo data has been loaded. */
export const demoPartner = 'orchard';

/** An account of that partner, with locations below it. */
export const demoAccount = 700100;

interface DemoKey {
  readonly type: string;
  readonly partnerId: string;
  readonly plan: string;
  readonly key: string;
}

const demoLines = async (): Promise<DemoKey[]> =>
  (await readFile(demoFile, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as DemoKey);

const isKey = ({ type }: DemoKey): boolean => type === 'apiKey';

/** A record with the test key that a sandbox requires. */
const asTestKey = <Line extends DemoKey>(line: Line): Line => ({ ...line, key: `${TEST_PREFIX}${line.key}` });

const demoKeys = async (isSandbox: boolean): Promise<DemoKey[]> => {
  const keys = (await demoLines()).filter(isKey);
  return isSandbox ? keys.map(asTestKey) : keys;
};

/**
 * Writes the demo data for a sandbox: the same with test keys.
 *
 * @returns the path of the file in this directory
 */
export const writeSandboxDemo = async (directory: string): Promise<string> => {
  const file = join(directory, 'sandbox-demo.jsonl');
  const lines = (await demoLines()).map((line) => JSON.stringify(isKey(line) ? asTestKey(line) : line));
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
};

/** The key of the commands. */
export const demoKey = async (isSandbox = false): Promise<string> =>
  (await demoKeys(isSandbox)).find(({ partnerId }) => partnerId === demoPartner)?.key ?? '';

/** A key of each partner of the demo data. */
export const demoPartnerKeys = async (isSandbox = false): Promise<readonly string[]> => {
  const first = new Map<string, string>();
  for (const { partnerId, key } of await demoKeys(isSandbox)) if (!first.has(partnerId)) first.set(partnerId, key);
  return [...first.values()];
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A request of an operation as a command to paste; its first example by default. */
const commandOf = (
  operation: Operation,
  url: string,
  key: string,
  request: SampleRequest = operation.cases.examples[0],
): string => {
  const { method, path, headers, body } = plainRequest(operation, request);
  // curl's default method is POST with a body and GET without.
  const isUsual = method === (body === undefined ? 'GET' : 'POST');
  return [
    'curl -s',
    ...(isUsual ? [] : [`-X ${method}`]),
    ...Object.entries({ ...headers, 'x-api-key': key }).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
    quoted(`${url}${path}`),
  ].join(' ');
};

/** The demo keys, and for each operation a command to paste. */
export const allCommands = async (url: string, isSandbox = false): Promise<string> => {
  const keys = await demoKeys(isSandbox);
  const key = await demoKey(isSandbox);
  const offered = isSandbox ? allOperations : operations;
  return [
    'Demo keys:',
    ...keys.map((each) => `  ${each.key}  (partner ${each.partnerId}, plan ${each.plan})`),
    ...offered.flatMap((operation) => ['', `# ${operation.summary}`, commandOf(operation, url, key)]),
    '',
  ].join('\n');
};

/** The first commands to paste, and their key. */
export interface DemoCommands {
  readonly key: string;
  readonly read: string;
  readonly write: string;
  readonly error: string;
}

const operationOf = (id: string): Operation => {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`There is no operation ${id}`);
  return found;
};

/** One command that reads, one that writes and may be repeated, and one that is refused with the field that is wrong. */
export const firstCommands = async (url: string, isSandbox = false): Promise<DemoCommands> => {
  const key = await demoKey(isSandbox);
  const update = operationOf('updateBusiness');
  return {
    key,
    read: commandOf(operationOf('getBusiness'), url, key),
    write: commandOf(operationOf('setFieldValue'), url, key),
    error: commandOf(update, url, key, update.cases.invalid),
  };
};
