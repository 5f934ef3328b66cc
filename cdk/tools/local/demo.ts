/** The demo data, and one command for each operation that works on it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation } from '../../../lib/contract/cases.ts';
import { allOperations, operations } from '../../../lib/operations.ts';
import { TEST_PREFIX } from '../../../lib/partners/key-kind.ts';
import { plainRequest } from '../sample-request.ts';

export const demoFile = join(import.meta.dirname, 'demo.jsonl');

/** The partner whose key the commands use: where it is stored, the demo data has been loaded. */
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

/** As a sandbox takes it. */
const asTestKey = <Line extends DemoKey>(line: Line): Line => ({ ...line, key: `${TEST_PREFIX}${line.key}` });

const demoKeys = async (isSandbox: boolean): Promise<DemoKey[]> => {
  const keys = (await demoLines()).filter(isKey);
  return isSandbox ? keys.map(asTestKey) : keys;
};

/**
 * Writes the demo data for a sandbox: the same with test keys.
 *
 * @returns the file, which stands in this directory
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

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** An operation's first example as a command to paste. */
const commandOf = (operation: Operation, url: string, key: string): string => {
  const { method, path, headers, body } = plainRequest(operation, operation.cases.examples[0]);
  // curl sends a body by POST, and asks for the rest by GET.
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
export const demoCommands = async (url: string, isSandbox = false): Promise<string> => {
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
