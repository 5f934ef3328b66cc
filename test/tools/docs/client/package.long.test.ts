/** The client as a partner has it: packed, installed into an empty project, compiled against, run, and bundled. */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../cdk/build/bundle.ts';
import catalogue from '../../../../lib/contract/errors.json' with { type: 'json' };
import { allOperations } from '../../../../lib/operations.ts';
import { buildClient, compilerFindings } from '../../../../tools/docs/client/build.ts';
import { demoKey } from '../../../../tools/local/demo.ts';
import type { Service } from '../../../../tools/local/service.ts';
import { startDemoService } from '../../../support/demo-service.ts';
import { programsOf } from '../guide-blocks.ts';

const run = promisify(execFile);

const WRONG = `import { type ErrorCode, PartnerListing } from 'partner-listing-client';
const api = new PartnerListing({ baseUrl: '', apiKey: '' });
export const noSuchCode: ErrorCode = 9999;
export const noPhone = api.updateBusiness({ businessId: 1, body: { emailId: '', services: '' } });
export const noNumber = api.getBusiness({ businessId: '1' });
export const noVersions = api.createCard({ businessNumber: 1, body: {} as never }, { ifMatch: '"1"' });
export const pageOfItsOwn = api.all.listContacts({ businessId: 1, page: 2 });
export const etag: string = (await api.listEvents()).etag;
`;

let directory: string;
let service: Service;
let archive: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'client-test-'));
  const project = (file: string) => join(directory, file);
  [service] = await Promise.all([
    startDemoService([], { requestsOnly: true }),
    buildClient(project('built')),
    copyFile(join(projectRoot, 'docs/client-example.ts'), project('example.ts')),
    writeFile(project('package.json'), '{ "type": "module" }'),
    writeFile(project('wrong.ts'), WRONG),
  ]);
  const { stdout } = await run('npm', ['pack', '--json', './built'], { cwd: directory });
  archive = project(JSON.parse(stdout)[0].filename);
  // It needs nothing but itself.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], { cwd: directory });
});
afterAll(async () => {
  await service?.close();
  await rm(directory, { recursive: true, force: true });
});

/** The example as JavaScript, which every Node runs. */
const compiledExample = async (): Promise<string> => {
  const file = join(directory, 'example.mjs');
  const source = ts.sys.readFile(join(directory, 'example.ts')) ?? '';
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  await writeFile(file, outputText);
  return file;
};

describe('The package', () => {
  it('weighs less than 200 kB, without a dependency or a script', async () => {
    expect((await stat(archive)).size).toBeLessThan(200_000);
    const manifest = JSON.parse(
      ts.sys.readFile(join(directory, 'node_modules/partner-listing-client/package.json')) ?? '',
    );
    expect(Object.keys(manifest).filter((each) => /dependencies|scripts/i.test(each))).toEqual([]);
  });

  it('compiles with the example and the programs of the guide, and refuses what the document refuses', async () => {
    const { sync, receiver } = await programsOf();
    await writeFile(join(directory, 'sync.ts'), sync);
    await writeFile(join(directory, 'receiver.ts'), receiver);
    const sources = ['example.ts', 'wrong.ts', 'sync.ts', 'receiver.ts'];
    const program = ts.createProgram(
      sources.map((file) => join(directory, file)),
      {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        skipLibCheck: true,
        types: ['node'],
        typeRoots: [join(projectRoot, 'node_modules/@types')],
      },
    );
    expect(compilerFindings(program)).toEqual([
      expect.stringMatching(/wrong\.ts:3: Type '9999' is not assignable to type/),
      expect.stringMatching(/wrong\.ts:4: Property 'phone' is missing/),
      expect.stringMatching(/wrong\.ts:5: [\s\S]*Type 'string' is not assignable to type 'number'/),
      expect.stringMatching(/wrong\.ts:6: .*'ifMatch' does not exist/),
      expect.stringMatching(/wrong\.ts:7: .*'page' does not exist/),
      expect.stringMatching(/wrong\.ts:8: Type 'string \| undefined' is not assignable to type 'string'/),
    ]);
  });

  it('has a method for each operation, and every error code', async () => {
    const client = join(directory, 'node_modules/partner-listing-client/index.js');
    const { PartnerListing, errorCodes, isErrorCode } = await import(/* @vite-ignore */ client);
    const methods = Object.getOwnPropertyNames(PartnerListing.prototype).filter((name) => name !== 'constructor');
    expect(methods).toEqual([...allOperations.map(({ id }) => id), 'changes', 'bulk']);
    expect(Object.keys(errorCodes)).toEqual(Object.keys(catalogue));
    expect([isErrorCode(1045), isErrorCode(9999)]).toEqual([true, false]);
  });

  it('can be bundled for a platform without the modules of Node', async () => {
    const { outputFiles } = await build({
      entryPoints: [await compiledExample()],
      bundle: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      write: false,
      logLevel: 'silent',
    });
    expect(outputFiles[0]!.text).not.toMatch(/node:|require\(/);
  });

  it('runs the example', async () => {
    const { stdout } = await run(process.execPath, ['example.ts', service.url, await demoKey()], { cwd: directory });
    expect(stdout.trim().split('\n')).toEqual([
      'update, tried: Dine-in, Takeout, Catering',
      'update: Dine-in, Takeout, Catering',
      'update, cleared fax: ""',
      'update, too late: 412 (412): read the record again true',
      'update, wrong: /name 1047, /fax 1056',
      'contact: Ada',
      'contact, unknown: 5043 (404): create the contact first',
      'menus: Copper Kettle Grill, Copper Kettle Coffee, The Night Heron, Fern and Flat White',
    ]);
  });
});
