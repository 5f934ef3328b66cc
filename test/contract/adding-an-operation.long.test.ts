/** What docs/adding-an-operation.md adds compiles, has a test, is served, and answers as its cases say. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import type { Operation, SampleRequest } from '../../lib/contract/cases.ts';
import { send } from '../support/demo-service.ts';
import { followPage, LIST } from './followed-page.ts';
import { DEMO_KEYS } from './sample-call.ts';

const run = promisify(execFile);
const { DYNAMODB_ENDPOINT: _, ...environment } = process.env;

let copy: string;
let files: ReadonlyMap<string, string>;
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
  const followed = await followPage();
  ({ copy, files } = followed);
  added = await readAdded();
  await start();
  return async () => {
    await stop();
    await followed.remove();
  };
});

const ask = async (...[request, key]: [Parameters<typeof send>[2]?, (string | null)?]) => {
  const response = await send(url, added, { ...request, ...(key !== undefined && { key }) });
  return { status: response.status, body: (await response.json()) as { code?: number } };
};

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

// The compiler takes its time where others work beside it.
describe('The code of the page', { timeout: 60_000 }, () => {
  it('compiles, and is formatted but for the order of the list', async () => {
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
