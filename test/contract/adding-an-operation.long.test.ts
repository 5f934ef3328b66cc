/** What docs/adding-an-operation.md adds compiles, has a test, is served, and answers as its cases say. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import type { Operation, SampleRequest } from '../../lib/contract/cases.ts';
import type { OpenApiDocument } from '../../tools/docs/openapi/document.ts';
import { send } from '../support/demo-service.ts';
import { isWithin } from './added-lines.ts';
import { checkCode } from './followed-code.ts';
import { followPage, LIST, NEIGHBOURS } from './followed-page.ts';
import { startCopy } from './followed-service.ts';
import { DEMO_KEYS } from './sample-call.ts';

const run = promisify(execFile);
let copy: string;
let files: ReadonlyMap<string, string>;
let url = '';
let added: Operation;

/** The OpenAPI document of the copy without the operation and with it. */
const readDocuments = async (id: string): Promise<readonly [OpenApiDocument, OpenApiDocument]> => {
  const script = `
    import { operations } from './${LIST}';
    import { openApiDocument } from './tools/docs/openapi/document.ts';
    const documentOf = (table) => openApiDocument({ version: '1.0.0', plans: {}, table });
    const without = operations.filter((operation) => operation.id !== ${JSON.stringify(id)});
    console.log(JSON.stringify([documentOf(without), documentOf(operations)]));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: copy,
    maxBuffer: 64 * 1_048_576,
  });
  return JSON.parse(stdout);
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
  const followed = await followPage('adding-an-operation.md', NEIGHBOURS);
  ({ copy, files } = followed);
  added = await readAdded();
  const service = await startCopy(copy);
  ({ url } = service);
  return async () => {
    await service.stop();
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

  it('adds lines to the document, and changes none', async () => {
    const [before, after] = await readDocuments(added.id);
    const linesOf = (document: OpenApiDocument) => JSON.stringify(document, null, 2).split('\n');
    expect(isWithin(linesOf(before), linesOf(after))).toBe(true);
    const namesOf = (document: OpenApiDocument) => [
      ...Object.keys(document.paths),
      ...Object.keys(document.components.schemas!),
    ];
    const known = namesOf(before);
    expect(namesOf(after).filter((name) => !known.includes(name))).toEqual([added.path, 'OpeningDay', 'OpeningDays']);
  });

  it('asks for a key', async () => {
    expect((await ask({}, null)).body.code).toBe(1167);
    expect((await ask({}, 'no-such-key-0000000000001')).body.code).toBe(1161);
  });
});

// The compiler takes its time where others work next to it.
describe('The code of the page', () => {
  it('compiles, and is formatted but for the order of the list', () => checkCode(copy, [...files.keys()], [LIST]));

  it('has a test that passes', async () => {
    const config = "export default { test: { include: ['test/lib/listing/**/*.test.ts'] } };\n";
    await writeFile(join(copy, 'vitest.own.config.mjs'), config);
    const arguments_ = ['run', '--config', 'vitest.own.config.mjs'];
    const { stdout } = await run(join(projectRoot, 'node_modules/.bin/vitest'), arguments_, { cwd: copy });
    expect(stdout).toMatch(/1 passed/);
  });
});
