/** docs/adding-an-operation.md, followed to the letter in a copy of the project: what comes out compiles, is served and answers. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import type { Operation, SampleRequest } from '../../lib/contract/cases.ts';
import { keepOperations } from '../stack/copied-sources.ts';
import { send } from '../support/demo-service.ts';
import { DEMO_KEYS } from './sample-call.ts';

const PAGE = join(projectRoot, 'docs/adding-an-operation.md');
const LIST = 'lib/operations.ts';
/** The operations beside which it is built: all others take long, and are nothing to it. */
const BESIDE = ['getListing', 'updateListing', 'getMapsActionLinks'];
const PARTS = ['cdk', 'functions', 'lib', 'cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json'];

const run = promisify(execFile);
const { DYNAMODB_ENDPOINT: _, ...environment } = process.env;

/** The files of the page: each block of code behind a line that names its file. */
const filesIn = (page: string): Map<string, string> =>
  new Map(
    [...page.matchAll(/^(?:[^\n]*)`([a-z][\w./-]+\.ts)`:?\n\n```ts\n(.*?)^```$/gms)].map(([, file, text]) => [
      file!,
      text!,
    ]),
  );

/** The list of operations with the imports and the row that the page adds to it; as it is where someone has done so already. */
const listWith = (list: string, added: string): string => {
  const [imports = '', row = ''] = added.split('\n\n');
  if (list.includes(row)) return list;
  const withImports = list.replace(/^(?=import )/m, `${imports}\n`);
  return withImports.replace(/^\];$/m, `${row}];`);
};

let copy: string;
let files: Map<string, string>;
let url = '';
let added: Operation;
let stop = async (): Promise<void> => {};

/** Starts the copy as `npm start` does. */
const start = async (): Promise<void> => {
  const child = spawn(process.execPath, ['cdk/tools/local/start.ts', '--port', '0'], {
    cwd: copy,
    env: { ...environment, CDK_OUTDIR: join(copy, 'cdk.out') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /Ready at (http:[^\s,]+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error(`not ready: ${output}`)));
  });
};

/** The operation that the page adds, as JSON has it. */
const readAdded = async (): Promise<Operation> => {
  const [, id] = /operation\((\w+),/.exec(files.get(LIST) ?? '') ?? [];
  const script = `import { operations } from './${LIST}'; console.log(JSON.stringify(operations));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: copy });
  const found = (JSON.parse(stdout) as Operation[]).find((operation) => operation.id === id);
  if (!found) throw new Error(`The page adds no operation ${id}`);
  return found;
};

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'adding-'));
  for (const part of PARTS) await cp(join(projectRoot, part), join(copy, part), { recursive: true });
  await symlink(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  files = filesIn(await readFile(PAGE, 'utf8'));
  for (const [file, text] of files) {
    if (file === LIST) continue;
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await writeFile(join(copy, file), text);
  }
  await keepOperations(copy, BESIDE);
  const list = await readFile(join(copy, LIST), 'utf8');
  await writeFile(join(copy, LIST), listWith(list, files.get(LIST) ?? ''));
  added = await readAdded();
  await start();
});
afterAll(async () => {
  await stop();
  await rm(copy, { recursive: true, force: true });
});

const ask = async (...[request, key]: [Parameters<typeof send>[2]?, (string | null)?]) => {
  const response = await send(url, added, { ...request, ...(key !== undefined && { key }) });
  return { status: response.status, body: (await response.json()) as { code?: number } };
};

// The compiler takes its time where others work beside it.
describe('The page', { timeout: 60_000 }, () => {
  it('has a contract, its cases, a rule with a test, a function and a row, in less than 200 lines', async () => {
    expect([...files.keys()]).toEqual([
      'lib/listing/contracts/get-opening-hours.ts',
      'lib/listing/contracts/get-opening-hours.cases.ts',
      'lib/listing/rules/opening-hours.ts',
      'test/lib/listing/rules/opening-hours.test.ts',
      'functions/listing/get-opening-hours.ts',
      LIST,
    ]);
    expect((await readFile(PAGE, 'utf8')).split('\n').length).toBeLessThan(200);
  });

  it('has code that compiles, and is formatted but for the order of the list', async () => {
    const own = join(copy, 'tsconfig.own.json');
    // Beside the page's files only declarations: what they import comes along.
    const include = [...files.keys(), 'lib/**/*.d.ts'];
    await writeFile(own, JSON.stringify({ extends: './tsconfig.json', include }));
    await run(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', own], { cwd: copy });
    await cp(join(projectRoot, 'biome.json'), join(copy, 'biome.json'));
    const formatted = [...files.keys()].filter((file) => file !== LIST);
    const biome = ['check', '--vcs-enabled=false', ...formatted];
    await run(join(projectRoot, 'node_modules/.bin/biome'), biome, { cwd: copy });
  });

  it('has a test that passes', async () => {
    const config = "export default { test: { include: ['test/lib/listing/**/*.test.ts'] } };\n";
    await writeFile(join(copy, 'vitest.own.config.mjs'), config);
    const arguments_ = ['run', '--config', 'vitest.own.config.mjs'];
    const { stdout } = await run(join(projectRoot, 'node_modules/.bin/vitest'), arguments_, { cwd: copy });
    expect(stdout).toMatch(/1 passed/);
  });
});

describe('The operation that it adds', () => {
  it('answers every example as its cases say', async () => {
    for (const { reply, ...example } of added.cases.examples) {
      expect(await ask(example)).toEqual({ status: 200, body: reply });
    }
    expect(added.cases.examples.length).toBeGreaterThan(1);
  });

  it('answers each error as its contract says', async () => {
    for (const [name, { status, code, message }] of Object.entries(added.errors)) {
      const provocation = added.cases.provocations[name] as SampleRequest;
      expect([name, await ask(provocation)]).toEqual([name, { status, body: { code, message } }]);
    }
    const { message, ...invalid } = added.cases.invalid!;
    expect(await ask(invalid)).toEqual({ status: 400, body: { code: 400, message } });
  });

  it("answers another partner's number as one that is not there, and its owner with a 200", async () => {
    const { foreign, absent, code } = added.cases.foreign.businessNumber!;
    const answer = await ask(foreign);
    expect(answer.body.code).toBe(code);
    expect(answer).toEqual(await ask(absent));
    expect((await ask(foreign, DEMO_KEYS.other)).status).toBe(200);
  });

  it('asks for a key', async () => {
    expect((await ask({}, null)).body.code).toBe(1167);
    expect((await ask({}, 'no-such-key-0000000000001')).body.code).toBe(1161);
  });
});
